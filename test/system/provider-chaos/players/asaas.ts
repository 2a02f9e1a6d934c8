import { systemClock } from '../../../../infra/clock';
import { openAsaas } from '../../../providers/asaas';
import { pixPayees } from './pix-payees';
import { emptying, type Player } from './player';

const ACCESS_TOKEN = '$aact_access-token-of-a-storm';
const CALLBACK_TOKEN = 'callback-token-of-a-storm-of-asaas';

const keyOf = ({ externalReference, description }: Readonly<Record<string, unknown>>): string =>
  String(externalReference ?? description);

export const openPlayer = async (): Promise<Player> => {
  const server = await openAsaas(systemClock, ACCESS_TOKEN);
  const { books } = server;
  return {
    ...{ server, kinds: ['PIX_KEY', 'PIX_BRCODE', 'BOLETO'], idempotency: 'LOOKUP_ONLY' },
    entry: {
      ...{ adapter: 'asaas', url: `${server.url}/v3` },
      secrets: { accessToken: 'STORM_ACCESS_TOKEN', callbackToken: 'STORM_CALLBACK_TOKEN' },
    },
    variables: { STORM_ACCESS_TOKEN: ACCESS_TOKEN, STORM_CALLBACK_TOKEN: CALLBACK_TOKEN },
    secrets: [ACCESS_TOKEN, CALLBACK_TOKEN],
    payeeOf: pixPayees(books.boletos),
    orders: () =>
      books.orders
        .filter(({ failure }) => failure === null)
        .map(({ told, cents }) => ({ providerKey: keyOf(told), amountCents: BigInt(cents) })),
    callbackOf: ({ providerKey }) => ({
      headers: { 'content-type': 'application/json', 'asaas-access-token': CALLBACK_TOKEN },
      body: JSON.stringify({
        ...{ id: `evt_${providerKey}`, event: 'TRANSFER_DONE' },
        transfer: { externalReference: providerKey },
      }),
    }),
    setEmpty: emptying(books),
    begins: ['POST /v3/transfers', 'POST /v3/pix/qrCodes', 'POST /v3/bill', 'GET /v3/'],
  };
};
