import { type Bank, type BankServer, openBankServer, type Reply } from './bank-server';
import { type Books, cards, openBooks, order, report, showProduct } from './reloadly-books';

/** Reloadly on loopback, with books of its own; it gives its tokens as well. */
export interface ReloadlyServer extends BankServer {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly books: Books;
  /** No token that was given before is accepted any more. */
  readonly revoke: () => void;
}

const routed = (books: Books, line: string, body: Readonly<Record<string, unknown>>, nowMs: number): Reply => {
  const [method, url = ''] = line.split(' ');
  const { pathname, searchParams } = new URL(url, 'http://reloadly');
  const [, room, id = '', transactionId = ''] = pathname.split('/');
  switch (`${method} ${room}`) {
    case 'GET products':
      return showProduct(books, id);
    case 'POST orders':
      return order(books, body, nowMs);
    case 'GET orders':
      return cards(books, transactionId, nowMs);
    case 'GET reports':
      return report(books, searchParams, nowMs);
    case 'GET accounts':
      return { status: 200, body: { balance: books.balance / 100, currencyCode: 'USD' } };
    default:
      return { status: 404, body: {} };
  }
};

const lies: Bank['lies'] = {
  NO_NUMBER: (answer) => answer.replaceAll(/"unitPrice":[\d.]+/g, '"unitPrice":1e3'),
  ANOTHER_AMOUNT: (answer) => answer.replaceAll(/"unitPrice":[\d.]+/g, '"unitPrice":9.99'),
  ANOTHER_KEY: (answer) => answer.replaceAll(/"customIdentifier":"[^"]+"/g, '"customIdentifier":"of-somebody-else"'),
};

const refused = (status: number, message: string, errorCode: string): Reply => ({
  status,
  body: { timeStamp: '2021-07-15 21:14:00', message, path: '/', errorCode, infoLink: null, details: [] },
});

const refusals: Bank['refusals'] = {
  RATE_LIMITED: refused(429, 'Too many requests', 'TOO_MANY_REQUESTS'),
  EXPIRED_TOKEN: refused(401, 'Full authentication is required to access this resource', 'INVALID_TOKEN'),
  FAIL_BEFORE: { status: 503, body: {} },
};

const TOKEN_SECONDS = 86_400;

export const openReloadly = async (
  { now }: { readonly now: () => number },
  account = { clientId: 'id-of-a-test', clientSecret: 'secret-of-a-test' },
): Promise<ReloadlyServer> => {
  const [books, given] = [openBooks(), { tokens: 0, validFrom: 0, url: '' }];
  const giveToken = (body: Readonly<Record<string, unknown>>): Reply => {
    const isAccount = body['client_id'] === account.clientId && body['client_secret'] === account.clientSecret;
    if (!isAccount || body['audience'] !== given.url || body['grant_type'] !== 'client_credentials')
      return refused(401, 'Access Denied', 'INVALID_CREDENTIALS');
    given.tokens += 1;
    const access_token = `token-of-a-test-${given.tokens}`;
    return { status: 200, body: { access_token, scope: 'order', expires_in: TOKEN_SECONDS, token_type: 'Bearer' } };
  };
  const isToken = (line: string): boolean => line === 'POST /oauth/token';
  const server = await openBankServer({
    route: (line, body) => (isToken(line) ? giveToken(body) : routed(books, line, body, now())),
    isKnown: ({ authorization = '' }, line) =>
      isToken(line) || Number(/^Bearer token-of-a-test-(\d+)$/.exec(authorization)?.[1]) > given.validFrom,
    ...{ refusals, lies },
  });
  given.url = server.url;
  const revoke = (): void => {
    given.validFrom = given.tokens;
  };
  return Object.assign(server, { ...account, books, revoke });
};
