import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createLastroClient } from '../../../packages/client/src/client';
import { openOwnFetch } from '../../../src/bin/demo/own-fetch';
import { wordsOfError } from '../../../src/bin/demo/words-of-error';

interface Seen {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const seen: Seen[] = [];
let server: Server;
let baseUrl: string;
const own = openOwnFetch();

beforeAll(async () => {
  server = createServer(async (request, response) => {
    seen.push({ method: request.method, headers: request.headers, body: await text(request) });
    response.setHeader('content-type', 'application/json').end('{"success":true,"error":null,"data":{"token":"t"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await own.close();
  server.closeAllConnections();
  server.close();
});

test('asks by our own agent, with credential, body and its length in bytes', async () => {
  const credential = { kind: 'API_KEY', apiKey: 'sk' } as const;
  const client = createLastroClient({ baseUrl, fetch: own.fetch, credential });
  const { data } = await client.POST('/api/v1/auth/token', { body: { uid: 'café' } });
  await client.GET('/api/v1/users');
  expect(data).toEqual({ success: true, error: null, data: { token: 't' } });
  const body = '{"uid":"café"}';
  expect(seen).toMatchObject([
    { method: 'POST', body, headers: { authorization: 'Bearer sk', 'content-length': `${Buffer.byteLength(body)}` } },
    { method: 'GET', body: '', headers: { authorization: 'Bearer sk' } },
  ]);
});

test('names the cause of "fetch failed"', async () => {
  const free = createServer();
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
  const { port } = free.address() as AddressInfo;
  await new Promise((resolve) => free.close(resolve));
  const error: unknown = await own.fetch(new Request(`http://127.0.0.1:${port}/`)).catch((reason: unknown) => reason);
  expect(wordsOfError(error)).toBe(`fetch failed: connect ECONNREFUSED 127.0.0.1:${port}`);
});

test.each([
  ['a cause that has only a code', new Error('a', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) })],
  ['a cause that is text', new Error('a', { cause: 'ECONNRESET' })],
  ['a cause that was told already', new Error('a: ECONNRESET', { cause: new Error('ECONNRESET') })],
])('writes the message of an error with %s', (_what, error) => {
  expect(wordsOfError(error)).toBe('a: ECONNRESET');
});

test('writes the message of an error whose cause is itself, and of a value that is not an error', () => {
  const error = new Error('a');
  error.cause = error;
  expect(wordsOfError(error)).toBe('a');
  expect(wordsOfError(undefined)).toBe('undefined');
});
