import { createServer, type RequestListener } from 'node:http';
import net, { type AddressInfo, createServer as createTcpServer } from 'node:net';
import tls from 'node:tls';
import { type Exchange, exchange } from '../../../../../infra/providers/http/exchange';
import { manualClock } from '../../../../../packages/testing/src/ledger/memory/manual-clock';

const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024;
const NOT_SENT: Exchange = { kind: 'NOT_SENT', isLate: false };

let clock: ReturnType<typeof manualClock>;
/** The timer of each call under way, and its length. */
let timers: AbortController[];
let limitsMs: number[];
const running = new Set<net.Server>();

beforeEach(() => {
  clock = manualClock();
  [timers, limitsMs] = [[], []];
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((limitMs) => {
    limitsMs.push(limitMs);
    const timer = new AbortController();
    timers.push(timer);
    return timer.signal;
  });
});
afterEach(() => jest.restoreAllMocks());
afterEach(async () => {
  for (const server of running) await new Promise((resolve) => server.close(resolve));
  running.clear();
});

const endTimers = (): void => {
  for (const timer of timers) timer.abort();
};

const on = async (server: net.Server): Promise<string> => {
  running.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const listening = (listener: RequestListener): Promise<string> => on(createServer(listener));

const asking = (url: string, withinMs = 5_000, notAfterMs = clock.now() + withinMs): Promise<Exchange> =>
  exchange({
    ...{ url: new URL(`${url}/payouts`), headers: { authorization: 'Bearer secret' }, body: '{"amount":"1234"}' },
    ...{ clock, deadlineMs: clock.now() + withinMs, notAfterMs, largestAnswerBytes: LARGEST_ANSWER_BYTES },
  });

const says =
  (status: number, body: string): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status).end(body);
  };

test.each([
  [200, '{"ok":true}'],
  [302, ''],
  [500, '<html>Bad gateway</html>'],
])('answers status %i with its body, and follows no redirect', async (status, text) => {
  expect(await asking(await listening(says(status, text)))).toEqual({ kind: 'ANSWERED', status, text });
});

test('reports that nothing was sent when the port is closed', async () => {
  const url = await listening(says(200, ''));
  for (const server of running) await new Promise((resolve) => server.close(resolve));
  running.clear();
  expect(await asking(url)).toEqual(NOT_SENT);
});

test('reports that nothing was sent without a valid certificate or an address', async () => {
  const url = await listening(says(200, ''));
  expect(await asking(url.replace('http:', 'https:'))).toEqual(NOT_SENT);
  expect(await asking('http://nobody.invalid')).toEqual(NOT_SENT);
});

test.each([
  'http://192.0.2.1',
  'http://169.254.169.254',
  'https://169.254.169.254',
])('does not connect to %s, since plain http is for own networks alone', async (url) => {
  const dials = [jest.spyOn(net, 'connect'), jest.spyOn(tls, 'connect')];
  expect(await asking(url)).toEqual(NOT_SENT);
  for (const dial of dials) expect(dial).not.toHaveBeenCalled();
});

test.each<[string, RequestListener]>([
  ['the server never answers', () => endTimers()],
  ['the connection is cut before the answer', (request) => void request.socket.destroy()],
  [
    'the connection is cut in the middle of the answer',
    (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-length': '1000' }).write('{"ok":true');
      setImmediate(() => response.destroy());
    },
  ],
  [
    'the body does not end before the deadline',
    (request, response) => {
      request.resume();
      response.writeHead(200).write('{', endTimers);
    },
  ],
])('reports a lost call when %s', async (_when, listener) => {
  expect(await asking(await listening(listener), 300)).toEqual({ kind: 'LOST' });
  expect(limitsMs).toEqual([300]);
});

test('reports a lost call when the answer is not HTTP', async () => {
  const url = await on(createTcpServer((socket) => void socket.end('hello\r\n', () => socket.destroy())));
  expect(await asking(url)).toEqual({ kind: 'LOST' });
});

test('stops reading during an answer of 100 MB', async () => {
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
  expect(await asking(url)).toEqual({ kind: 'TOO_LARGE' });
  expect(writtenBytes).toBeLessThan(8 * LARGEST_ANSWER_BYTES);
});

test('writes nothing on a connection that opens after the end of the order', async () => {
  const bodies: string[] = [];
  const url = await listening((request, response) => {
    request.on('data', (data: Buffer) => bodies.push(data.toString()));
    response.writeHead(200).end('{}');
  });
  const told = asking(url, 120_000, clock.now() + 30_000);
  // No connection is made before the event loop turns.
  clock.advance(60_000);
  expect(await told).toEqual({ kind: 'NOT_SENT', isLate: true });
  expect(bodies).toEqual([]);
});
