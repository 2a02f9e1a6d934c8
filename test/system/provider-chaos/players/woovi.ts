import { systemClock } from '../../../../infra/clock';
import { openWoovi } from '../../../providers/woovi';
import { pixPayees } from './pix-payees';
import { emptying, type Player } from './player';

const APP_ID = 'Q2xpZW50-app-id-of-a-storm';

export const openPlayer = async (): Promise<Player> => {
  const server = await openWoovi(systemClock, APP_ID);
  const { books } = server;
  return {
    ...{ server, kinds: ['PIX_KEY', 'PIX_BRCODE', 'BOLETO'], idempotency: 'NATIVE' },
    entry: { adapter: 'woovi', url: server.url, secrets: { appId: 'STORM_APP_ID' } },
    variables: { STORM_APP_ID: APP_ID },
    secrets: [APP_ID],
    payeeOf: pixPayees(books.boletos),
    orders: () =>
      books.transfers.map(({ correlationID, value }) => ({ providerKey: correlationID, amountCents: BigInt(value) })),
    callbackOf: ({ providerKey }) =>
      server.signed({
        event: 'OPENPIX:MOVEMENT_CONFIRMED',
        payment: { correlationID: providerKey, status: 'CONFIRMED', value: 1 },
      }),
    setEmpty: emptying(books),
    begins: ['POST /api/v1/payment$', 'POST /api/v1/payment/approve', 'GET /api/v1/payment/', 'POST /api/v1/decode'],
  };
};
