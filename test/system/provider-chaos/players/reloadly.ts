import { buildGiftCardCode } from '../../../../aggregates/codes/gift-card';
import { systemClock } from '../../../../infra/clock';
import { openReloadly } from '../../../providers/reloadly';
import { PRODUCT_ID } from '../../../providers/reloadly-books';
import { emptying, type Player } from './player';

const ACCOUNT = { clientId: 'client-id-of-a-storm', clientSecret: 'client-secret-of-a-storm' };
const CARD = { cardNumber: '6120200345149064', pinCode: '004200690042' };

export const openPlayer = async (): Promise<Player> => {
  const server = await openReloadly(systemClock, ACCOUNT);
  const { books } = server;
  books.cards = [CARD];
  return {
    ...{ server, kinds: ['GIFT_CARD'], idempotency: 'LOOKUP_ONLY' },
    entry: {
      ...{ adapter: 'reloadly', url: server.url, authUrl: server.url, recipientEmail: 'cards@lastro.example' },
      secrets: { clientId: 'STORM_CLIENT_ID', clientSecret: 'STORM_CLIENT_SECRET' },
    },
    variables: { STORM_CLIENT_ID: ACCOUNT.clientId, STORM_CLIENT_SECRET: ACCOUNT.clientSecret },
    secrets: [ACCOUNT.clientSecret, 'token-of-a-test-', CARD.cardNumber, CARD.pinCode],
    payeeOf: (_kind, _number, cents) => ({
      body: { invoiceCode: buildGiftCardCode('RELOADLY', PRODUCT_ID, cents) },
      person: [],
    }),
    orders: () =>
      books.orders
        .filter(({ failure }) => failure === null)
        .map(({ told, cents }) => ({
          providerKey: String(told['customIdentifier']),
          amountCents: BigInt(cents),
        })),
    callbackOf: null,
    setEmpty: emptying(books),
    begins: ['POST /orders', 'GET /orders', 'GET /reports', 'POST /oauth/token', 'GET /products'],
  };
};
