import { type Books, decode, list, openBooks, payBill, payCode, simulate, transfer } from './asaas-books';
import { type Bank, type BankServer, openBankServer, type Reply } from './bank-server';

/** Asaas on loopback, with books of its own. */
export interface AsaasServer extends BankServer {
  readonly accessToken: string;
  readonly books: Books;
}

const routed = (books: Books, line: string, body: Readonly<Record<string, unknown>>, nowMs: number): Reply => {
  const [method, url = ''] = line.split(' ');
  const { pathname, searchParams } = new URL(url, 'http://asaas');
  switch (`${method} ${pathname}`) {
    case 'POST /v3/transfers':
      return transfer(books, body, nowMs);
    case 'POST /v3/pix/qrCodes/decode':
      return decode(books, body);
    case 'POST /v3/pix/qrCodes/pay':
      return payCode(books, body, nowMs);
    case 'POST /v3/bill/simulate':
      return simulate(books, body, nowMs);
    case 'POST /v3/bill':
      return payBill(books, body, nowMs);
    case 'GET /v3/transfers':
      return list(books, 'transfers', searchParams, nowMs);
    case 'GET /v3/bill':
      return list(books, 'bill', searchParams, nowMs);
    case 'GET /v3/pix/transactions':
      return list(books, 'pix', searchParams, nowMs);
    case 'GET /v3/finance/balance':
      return { status: 200, body: { balance: Number((books.balance / 100).toFixed(2)) } };
    default:
      return { status: 404, body: {} };
  }
};

const lies: Bank['lies'] = {
  NO_NUMBER: (answer) => answer.replaceAll(/"value":[\d.]+/g, '"value":1e3'),
  ANOTHER_AMOUNT: (answer) => answer.replaceAll(/"(value|totalValue)":[\d.]+/g, '"$1":9.99'),
  ANOTHER_KEY: (answer) => answer.replaceAll(/"(externalReference|description)":"[^"]+"/g, '"$1":"of-somebody-else"'),
};

const refused = (status: number, code: string, description: string): Reply => ({
  status,
  body: { errors: [{ code, description }] },
});

const refusals: Bank['refusals'] = {
  RATE_LIMITED: refused(429, 'too_many_requests', 'Limite de requisições excedido.'),
  EXPIRED_TOKEN: refused(401, 'invalid_access_token', 'A chave de API informada é inválida.'),
  FAIL_BEFORE: { status: 503, body: {} },
};

export const openAsaas = async (
  { now }: { readonly now: () => number },
  accessToken = '$aact_of_a_test',
): Promise<AsaasServer> => {
  const books = openBooks();
  const server = await openBankServer({
    route: (line, body) => routed(books, line, body, now()),
    isKnown: (headers) => headers['access_token'] === accessToken,
    ...{ refusals, lies },
  });
  return Object.assign(server, { accessToken, books });
};
