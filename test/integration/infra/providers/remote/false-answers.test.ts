import type { RequestListener } from 'node:http';
import net, { createServer as createTcpServer } from 'node:net';
import tls from 'node:tls';
import { LARGEST_ANSWER_BYTES } from '../../../../../infra/providers/sandbox-remote/call';
import { remotePayouts } from '../../../../../infra/providers/sandbox-remote/payouts';
import { manualClock } from '../../../../infra/providers/manual-clock';
import { freshKey } from '../../../../infra/providers/payout-contract';
import { askingAt, closeServers, listening } from './serving';

let clock: ReturnType<typeof manualClock>;
/** The time of each call that is under way, and how long it was to be. */
let times: AbortController[];
let limitsMs: number[];

beforeEach(() => {
  clock = manualClock();
  [times, limitsMs] = [[], []];
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((limitMs) => {
    limitsMs.push(limitMs);
    const time = new AbortController();
    times.push(time);
    return time.signal;
  });
});
afterEach(() => jest.restoreAllMocks());
afterEach(closeServers);

const endTime = (): void => {
  for (const time of times) time.abort();
};

const KEY = 'fulano@exemplo.com';
const inMs = (ms: number): string => new Date(clock.now() + ms).toISOString();
const contextFor = (ms: number) =>
  ({ requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: clock.now() + ms }) as const;

const orderOf = (idempotencyKey: string, notAfter = inMs(5_000)) =>
  ({ idempotencyKey, amount: 1_234n, method: { kind: 'PIX_KEY', keyType: 'EMAIL', key: KEY }, notAfter }) as const;

/** What an order and a question are told by whoever answers there. */
const toldBy = async (url: string, withinMs = 5_000) => {
  const ask = askingAt(url, clock);
  const provider = remotePayouts(ask);
  const [created, got] = [
    await provider.create(contextFor(withinMs), orderOf('key-1')),
    await provider.get(contextFor(withinMs), 'key-1'),
  ];
  const [order, question] = [created, got].map((told) => (told.ok ? 'OK' : `${told.kind} ${told.code}`));
  return { order, question, created, troubles: ask.troubles };
};

const says =
  (status: number, body: string): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };

const PAYOUT = { idempotencyKey: 'key-1', providerId: 'sbx_1', state: 'ACCEPTED', amount: '1234' };
const answer = (value: unknown, status = 200): RequestListener => says(status, JSON.stringify({ ok: true, value }));
const refusal = (failure: object): RequestListener =>
  says(200, JSON.stringify({ ok: false, message: 'no', ...failure }));

const BREACH = ['UNKNOWN PROTOCOL', 'UNKNOWN PROTOCOL'];

test.each<[string, RequestListener, string, string]>([
  ['a payout', answer(PAYOUT), 'OK', 'OK'],
  ['a payout with a word that nobody asked for', answer({ ...PAYOUT, colour: 'green' }), 'OK', 'OK'],
  ['another amount', answer({ ...PAYOUT, amount: '1235' }), 'UNKNOWN PROTOCOL', 'OK'],
  ['another key', answer({ ...PAYOUT, idempotencyKey: 'key-2' }), ...(BREACH as [string, string])],
  ['an amount that is a number', answer({ ...PAYOUT, amount: 1234 }), ...(BREACH as [string, string])],
  ['an amount below nothing', answer({ ...PAYOUT, amount: '-1234' }), ...(BREACH as [string, string])],
  ['an amount beyond all money', answer({ ...PAYOUT, amount: '9'.repeat(40) }), ...(BREACH as [string, string])],
  ['a state that is none', answer({ ...PAYOUT, state: 'DONE' }), ...(BREACH as [string, string])],
  ['a time that is none', answer({ ...PAYOUT, settledAt: 'yesterday' }), ...(BREACH as [string, string])],
  ['a link that would run', answer({ ...PAYOUT, receiptUrl: 'javascript:alert(1)' }), ...(BREACH as [string, string])],
  ['half a payout', answer({ idempotencyKey: 'key-1' }), ...(BREACH as [string, string])],
  ['no value', says(200, '{"ok":true}'), ...(BREACH as [string, string])],
  [
    'success and failure at once',
    refusal({ ok: true, kind: 'REJECTED', code: 'OTHER' }),
    ...(BREACH as [string, string]),
  ],
  ['a failure of no kind', refusal({ kind: 'MAYBE', code: 'OTHER' }), ...(BREACH as [string, string])],
  [
    'a failure that is the service’s own',
    refusal({ kind: 'NOT_CONFIGURED', code: 'OTHER' }),
    ...(BREACH as [string, string]),
  ],
  [
    'a failure of a kind that objects have',
    refusal({ kind: 'constructor', code: 'OTHER' }),
    ...(BREACH as [string, string]),
  ],
  ['nothing', says(200, ''), ...(BREACH as [string, string])],
  ['HTML', says(200, '<html>Welcome</html>'), ...(BREACH as [string, string])],
  ['another page', says(302, ''), ...(BREACH as [string, string])],
  ['that it knows no such call', says(404, ''), ...(BREACH as [string, string])],
  ['that it is not let in', says(401, ''), 'RETRYABLE AUTH', 'UNAVAILABLE AUTH'],
  ['500', answer(PAYOUT, 500), 'UNKNOWN OTHER', 'UNAVAILABLE OTHER'],
  ['502 in HTML', says(502, '<html>Bad gateway</html>'), 'UNKNOWN OTHER', 'UNAVAILABLE OTHER'],
  [
    'a refusal',
    refusal({ kind: 'REJECTED', code: 'ACCOUNT_CLOSED' }),
    'REJECTED ACCOUNT_CLOSED',
    'REJECTED ACCOUNT_CLOSED',
  ],
])('an answer with %s', async (_what, listener, order, question) => {
  expect(await toldBy(await listening(listener))).toMatchObject({ order, question });
});

test('who is not there was provably not sent anything', async () => {
  const url = await listening(says(200, ''));
  await closeServers();
  const { order, question, troubles } = await toldBy(url);
  expect([order, question]).toEqual(['RETRYABLE OTHER', 'UNAVAILABLE OTHER']);
  expect(troubles).toEqual([
    "The sandbox's providers: payouts.create: NOT_SENT",
    "The sandbox's providers: payouts.get: NOT_SENT",
  ]);
});

test('who shows no certificate was provably not sent anything', async () => {
  const url = await listening(answer(PAYOUT));
  expect(await toldBy(url.replace('http:', 'https:'))).toMatchObject({ order: 'RETRYABLE OTHER' });
});

test('a name that nobody has is not sent anything either', async () => {
  expect(await toldBy('http://nobody.invalid')).toMatchObject({ order: 'RETRYABLE OTHER' });
});

test.each([
  'http://192.0.2.1',
  'http://169.254.169.254',
  'https://169.254.169.254',
])('%s is not dialled: the secret goes in clear over networks of our own alone', async (url) => {
  const dials = [jest.spyOn(net, 'connect'), jest.spyOn(tls, 'connect')];
  expect(await toldBy(url)).toMatchObject({ order: 'RETRYABLE OTHER', question: 'UNAVAILABLE OTHER' });
  for (const dial of dials) expect(dial).not.toHaveBeenCalled();
});

const LOST = { order: 'UNKNOWN TIMEOUT', question: 'UNAVAILABLE TIMEOUT' };

test('who never answers may have done it, and is waited for no longer than the caller has', async () => {
  expect(await toldBy(await listening(endTime), 300)).toMatchObject(LOST);
  expect(limitsMs).toEqual([300, 300]);
});

test.each<[string, (url: string) => RequestListener]>([
  ['before the answer', () => (request) => void request.socket.destroy()],
  [
    'in the middle of it',
    () => (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-length': '1000' }).write('{"ok":true');
      setImmediate(() => response.destroy());
    },
  ],
])('a connection that is cut %s may have carried the order', async (_when, listener) => {
  expect(await toldBy(await listening(listener('')))).toMatchObject(LOST);
});

test('a body that never ends is cut at the deadline', async () => {
  const url = await listening((request, response) => {
    request.resume();
    response.writeHead(200).write('{', endTime);
  });
  expect(await toldBy(url, 300)).toMatchObject(LOST);
});

test('100 MB are not read', async () => {
  let writtenBytes = 0;
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  const url = await listening((request, response) => {
    request.resume();
    response.writeHead(200);
    const more = (): void => {
      while (writtenBytes < 100 * chunk.length && !response.destroyed) {
        writtenBytes += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
    };
    more();
  });
  expect(await toldBy(url)).toMatchObject({ order: 'UNKNOWN PROTOCOL', question: 'UNAVAILABLE PROTOCOL' });
  expect(writtenBytes).toBeLessThan(8 * LARGEST_ANSWER_BYTES);
});

test('an order whose connection comes after its time is not written', async () => {
  const bodies: string[] = [];
  const url = await listening((request, response) => {
    request.on('data', (data: Buffer) => bodies.push(data.toString()));
    response.writeHead(200).end('{}');
  });
  const provider = remotePayouts(askingAt(url, clock));
  const telling = provider.create(contextFor(120_000), orderOf('key-1', inMs(30_000)));
  // It is being dialled: no connection is made before the event loop turns.
  clock.advance(60_000);
  const told = await telling;
  expect([told, bodies]).toMatchObject([{ kind: 'RETRYABLE', code: 'TIMEOUT' }, []]);
});

test('neither the secret nor a person is in what is told of trouble', async () => {
  const { troubles, created } = await toldBy(await listening(says(500, `${KEY} is closed`)));
  expect(troubles).toHaveLength(2);
  expect(JSON.stringify([troubles, created])).not.toMatch(/fulano|a-secret/);
});

test('what is no HTTP at all may have carried the order', async () => {
  const server = createTcpServer((socket) => void socket.end(`${freshKey()}\r\n`, () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  expect(await toldBy(`http://127.0.0.1:${port}`)).toMatchObject(LOST);
  await new Promise((resolve) => server.close(resolve));
});
