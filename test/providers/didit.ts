import { createHmac } from 'node:crypto';
import { type Bank, type BankServer, openBankServer, type Reply } from './bank-server';
import { type Books, create, decision, list, openBooks, remove } from './didit-books';

/** Didit on loopback, with books of its own. */
export interface DiditServer extends BankServer {
  readonly apiKey: string;
  readonly callbackSecret: string;
  readonly books: Books;
  /** A callback as Didit signs it. */
  readonly signed: (
    body: object,
    secret?: string,
  ) => { readonly headers: Record<string, string>; readonly body: string };
}

const routed = (books: Books, line: string, body: Readonly<Record<string, unknown>>, nowMs: number): Reply => {
  const [method, url = ''] = line.split(' ');
  const { pathname, searchParams } = new URL(url, 'http://didit');
  const [, room, id = '', act = ''] = pathname.split('/');
  if (`${method} ${room}` === 'GET sessions') return list(books, searchParams);
  if (`${method} ${room} ${id}` === 'POST session ') return create(books, body, nowMs);
  if (`${method} ${act}` === 'GET decision') return decision(books, id);
  if (`${method} ${act}` === 'DELETE delete') return remove(books, id);
  return { status: 404, body: { detail: 'Not found.' } };
};

const lies: Bank['lies'] = {
  UNKNOWN_STATUS: (answer) => answer.replaceAll(/"status":"[A-Za-z ]+"/g, '"status":"On The Moon"'),
  ANOTHER_KEY: (answer) => answer.replaceAll(/"vendor_data":"[^"]+"/g, '"vendor_data":"of-somebody-else"'),
  NO_NUMBER: (answer) => answer.replaceAll(/"(status|session_id)":"[^"]+"/g, '"$1":1e3'),
};

const refusals: Bank['refusals'] = {
  RATE_LIMITED: { status: 429, body: { detail: 'Request was throttled.' } },
  EXPIRED_TOKEN: { status: 401, body: { detail: 'Invalid API key.' } },
  FAIL_BEFORE: { status: 503, body: {} },
};

export const openDidit = async ({ now }: { readonly now: () => number }): Promise<DiditServer> => {
  const [books, account] = [openBooks(), { apiKey: 'key-of-a-test', callbackSecret: 'callbacks-of-a-test' }];
  const server = await openBankServer({
    route: (line, body) => routed(books, line, body, now()),
    isKnown: (headers) => headers['x-api-key'] === account.apiKey,
    ...{ refusals, lies },
  });
  const signed: DiditServer['signed'] = (said, secret = account.callbackSecret) => {
    const body = JSON.stringify(said);
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const timestamp = String(Math.floor(now() / 1_000));
    return { headers: { 'x-signature': signature, 'x-timestamp': timestamp }, body };
  };
  return Object.assign(server, { ...account, books, signed });
};
