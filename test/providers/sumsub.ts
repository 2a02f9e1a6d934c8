import { createHmac } from 'node:crypto';
import { type Bank, type BankServer, openBankServer, type Reply } from './bank-server';
import { type Books, create, link, openBooks, show } from './sumsub-books';

/** Sumsub on loopback, with books of its own; it checks the signature of each request. */
export interface SumsubServer extends BankServer {
  readonly appToken: string;
  readonly secretKey: string;
  readonly callbackSecret: string;
  readonly books: Books;
  /** A callback as Sumsub signs it. */
  readonly signed: (body: object) => { readonly headers: Record<string, string>; readonly body: string };
}

const routed = (books: Books, line: string, body: Readonly<Record<string, unknown>>): Reply => {
  const [method, url = ''] = line.split(' ');
  const { pathname, searchParams } = new URL(url, 'http://sumsub');
  const [, , room, place = ''] = pathname.split('/');
  if (`${method} ${room}` === 'POST applicants') return create(books, searchParams.get('levelName') ?? '', body);
  if (`${method} ${room}` === 'GET applicants') return show(books, place);
  if (`${method} ${room}` === 'POST sdkIntegrations') return link(books, body);
  return { status: 404, body: { description: 'No such method', code: 404 } };
};

const lies: Bank['lies'] = {
  UNKNOWN_STATUS: (answer) => answer.replaceAll(/"reviewStatus":"\w+"/g, '"reviewStatus":"onTheMoon"'),
  ANOTHER_KEY: (answer) => answer.replaceAll(/"externalUserId":"[^"]+"/g, '"externalUserId":"of-somebody-else"'),
  NO_NUMBER: (answer) => answer.replaceAll(/"(id|url)":"[^"]+"/g, '"$1":1e3'),
};

const refusals: Bank['refusals'] = {
  RATE_LIMITED: { status: 429, body: { description: 'Too many requests', code: 429 } },
  EXPIRED_TOKEN: { status: 401, body: { description: 'Request signature mismatch', code: 401, errorCode: 4003 } },
  FAIL_BEFORE: { status: 503, body: {} },
};

const SKEW_SECONDS = 60;

export const openSumsub = async ({ now }: { readonly now: () => number }): Promise<SumsubServer> => {
  const account = { appToken: 'prd:token-of-a-test', secretKey: 'secret-of-a-test', callbackSecret: 'calls-of-a-test' };
  const books = openBooks();
  const server = await openBankServer({
    route: (line, body) => routed(books, line, body),
    isKnown: (headers, line, body) => {
      const seconds = String(headers['x-app-access-ts']);
      const text = `${seconds}${line.replace(' ', '')}${body}`;
      const signature = createHmac('sha256', account.secretKey).update(text).digest('hex');
      const isFresh = Math.abs(now() / 1_000 - Number(seconds)) <= SKEW_SECONDS;
      const isJson = headers['content-type'] === 'application/json';
      return (
        isFresh && isJson && headers['x-app-token'] === account.appToken && headers['x-app-access-sig'] === signature
      );
    },
    ...{ refusals, lies },
  });
  const signed: SumsubServer['signed'] = (said) => {
    const body = JSON.stringify(said);
    const digest = createHmac('sha256', account.callbackSecret).update(body).digest('hex');
    return { headers: { 'x-payload-digest': digest, 'x-payload-digest-alg': 'HMAC_SHA256_HEX' }, body };
  };
  return Object.assign(server, { ...account, books, signed });
};
