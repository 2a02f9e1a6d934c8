import { generateKeyPairSync, sign } from 'node:crypto';
import { type Bank, type BankServer, openBankServer, type Reply } from './bank-server';
import { approve, type Books, check, create, decode, list, openBooks, refunds, show, validate } from './woovi-books';
import {
  type ChargeBooks,
  createCharge,
  disputes,
  openChargeBooks,
  refundCharge,
  removeCharge,
  showCharge,
  showRefunds,
  transactions,
} from './woovi-charges';
import { openStablecoinBooks, routedDeposit, type StablecoinBooks } from './woovi-stablecoin';

/** Woovi on loopback, with books of its own. */
export interface WooviServer extends BankServer {
  readonly appId: string;
  readonly books: Books;
  readonly chargeBooks: ChargeBooks;
  readonly stablecoinBooks: StablecoinBooks;
  /** A body, and the header that Woovi signs it with. */
  readonly signed: (body: object) => { readonly body: string; readonly headers: Readonly<Record<string, string>> };
}

/** Null: about no charge. */
const routedCharge = (books: ChargeBooks, line: string, body: Readonly<Record<string, unknown>>, nowMs: number) => {
  const [method, url = ''] = line.split(' ');
  const { pathname, searchParams } = new URL(url, 'http://woovi');
  const [, , , room, key = '', refund] = pathname.split('/').map(decodeURIComponent);
  if (room === 'dispute') return disputes(books);
  if (room === 'transaction') return searchParams.get('type') === 'REFUND' ? null : transactions(books, searchParams);
  if (room !== 'charge') return null;
  if (refund !== undefined) return method === 'GET' ? showRefunds(books, key) : refundCharge(books, key, body);
  if (method === 'POST') return createCharge(books, body, nowMs);
  return method === 'DELETE' ? removeCharge(books, key) : showCharge(books, key, nowMs);
};

const routed = (books: Books, line: string, body: Readonly<Record<string, unknown>>, nowMs: number): Reply => {
  const [method, url = ''] = line.split(' ');
  const { pathname, searchParams } = new URL(url, 'http://woovi');
  switch (`${method} ${pathname}`) {
    case 'POST /api/v1/payment':
      return create(books, body, nowMs);
    case 'POST /api/v1/payment/approve':
      return approve(books, body, nowMs);
    case 'GET /api/v1/payment':
      return list(books, searchParams, nowMs);
    case 'GET /api/v1/transaction':
      return refunds(books);
    case 'POST /api/v1/decode/emv':
      return decode(books, body);
    case 'POST /api/v1/boleto/validate':
      return validate(books, body);
    case 'POST /api/v1/pix-keys/check':
      return check(books, body);
    case 'GET /api/v1/pix-keys/tokens':
      return { status: 200, body: { tokens: books.tokens, maxTokens: 500, refreshRate: 20 } };
    case 'GET /api/v1/account/':
      return { status: 200, body: accounts(books) };
    default:
      return show(books, decodeURIComponent(pathname.replace('/api/v1/payment/', '')), nowMs);
  }
};

const accounts = ({ balance, blocked }: Books) => ({
  accounts: [
    {
      accountId: '6290ccfd42831958a405debc',
      isDefault: true,
      balance: { total: balance, blocked, available: balance - blocked },
    },
  ],
});

const lies: Bank['lies'] = {
  NO_NUMBER: (answer) => answer.replaceAll(/"(value|inputAmount|outputAmount)":[\d.]+/g, '"$1":"1e3"'),
  ANOTHER_AMOUNT: (answer) => answer.replaceAll(/"(value|inputAmount)":\d+/g, '"$1":999'),
  ANOTHER_KEY: (answer) => answer.replaceAll(/"(correlationI[dD])":"[^"]+"/g, '"$1":"of-somebody-else"'),
};

const refusals: Bank['refusals'] = {
  RATE_LIMITED: { status: 429, body: { error: 'Too many requests' } },
  EXPIRED_TOKEN: { status: 401, body: { data: null, errors: [{ message: 'appID inválido' }] } },
  NOT_FOUND: { status: 400, body: { error: 'Payment not found' } },
  FAIL_BEFORE: { status: 503, body: { error: 'unavailable' } },
};

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const key = publicKey.export({ type: 'spki', format: 'pem' });

const signed: WooviServer['signed'] = (told) => {
  const body = JSON.stringify(told);
  const signature = sign('RSA-SHA256', Buffer.from(body), privateKey).toString('base64');
  return { body, headers: { 'content-type': 'application/json', 'x-webhook-signature': signature } };
};

export const openWoovi = async (
  { now }: { readonly now: () => number },
  appId = 'app-id-of-a-test',
): Promise<WooviServer> => {
  const [books, chargeBooks, stablecoinBooks] = [openBooks(), openChargeBooks(), openStablecoinBooks()];
  const open = { '/api/v1/webhook/public-keys': { public_keys: [{ key_identifier: '1', is_current: true, key }] } };
  const server = await openBankServer({
    route: (line, body) =>
      routedDeposit(stablecoinBooks, line, body, now()) ??
      routedCharge(chargeBooks, line, body, now()) ??
      routed(books, line, body, now()),
    isKnown: ({ authorization }) => authorization === appId,
    ...{ open, refusals, lies },
  });
  return Object.assign(server, { appId, books, chargeBooks, stablecoinBooks, signed });
};
