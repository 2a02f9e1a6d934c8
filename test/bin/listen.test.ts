import { EventEmitter } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { listen, untilGap } from '../../src/bin/running/listen';

const anywhere = { HOST: '127.0.0.1', PORT: 0, DRAIN_MS: 0 };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

const answerOf = (url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response));
    }).once('error', reject);
  });

/** Answers on command. */
const heldServer = () => {
  const held: (() => void)[] = [];
  let onRequest = (): void => undefined;
  const server: Server = createServer((_request, response) => {
    held.push(() => response.end('done'));
    onRequest();
  });
  const come = () =>
    new Promise<void>((resolve) => {
      onRequest = resolve;
    });
  const answerAll = () => {
    for (const answer of held.splice(0)) answer();
  };
  return { server, come, answerAll };
};

test('answers a running request when the server stops, and closes its connection', async () => {
  const { server, come, answerAll } = heldServer();
  const { url, stop } = await listen(server, anywhere);
  const hasCome = come();
  const answer = answerOf(url);
  await hasCome;
  const stopped = stop();
  answerAll();
  expect((await answer).headers.connection).toBe('close');
  await stopped;
});

test('answers a second request on the same connection while the server stops', async () => {
  const { server, come, answerAll } = heldServer();
  const { url, stop } = await listen(server, anywhere);
  const first = come();
  const kept = answerOf(url);
  await first.then(answerAll);
  expect((await kept).headers.connection).toBe('keep-alive');
  const stopped = stop();
  const second = come();
  const again = answerOf(url);
  await second.then(answerAll);
  expect((await again).headers.connection).toBe('close');
  await stopped;
});

/** A server that is ready until it stops, with a drain as long as the test wants. */
const drainingServer = async () => {
  const leaving = { isStopping: false, drainMs: -1, endDrain: () => {} };
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/ready' && leaving.isStopping ? 503 : 200;
    response.end();
  });
  const drain = (drainMs: number) =>
    new Promise<void>((resolve) => {
      Object.assign(leaving, { drainMs, endDrain: resolve });
    });
  const { url, stop } = await listen(server, { ...anywhere, DRAIN_MS: 2_000 }, drain);
  const leave = (): Promise<void> => {
    leaving.isStopping = true;
    return stop();
  };
  return { url, leave, leaving };
};

/** Sends a request on a new connection. */
const askAnew = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', reject);
  });

test('resets no new connection until readiness answers 503', async () => {
  const { url, leave, leaving } = await drainingServer();
  const asked: Promise<number>[] = [];
  let stopped: Promise<void> | null = null;
  for (;;) {
    for (let count = 0; count < 20; count += 1) asked.push(askAnew(`${url}/payments`));
    if (asked.length === 100) stopped = leave();
    if ((await askAnew(`${url}/ready`)) === 503) break;
  }
  for (let count = 0; count < 20; count += 1) asked.push(askAnew(`${url}/payments`));
  const statuses = await Promise.all(asked);
  expect([statuses.length > 100, new Set(statuses)]).toEqual([true, new Set([200])]);
  expect(leaving.drainMs).toBe(2_000);
  leaving.endDrain();
  await stopped;
  await expect(askAnew(url)).rejects.toThrow('ECONNREFUSED');
});

/** A connection comes in each of the first turns, which take a millisecond. */
const turnsWith = (connections: number) => {
  const server = new EventEmitter() as Server;
  let turns = 0;
  const turn = async (): Promise<void> => {
    turns += 1;
    if (turns <= connections) server.emit('connection');
  };
  return { server, turnsTaken: () => turns, clock: { nowMs: () => turns, turn } };
};

test.each([
  ['after two quiet milliseconds', 0, 2],
  ['two milliseconds after the last connection', 7, 9],
  ['after 500 turns without a gap', 1_000, 500],
])('closes the listener %s', async (_when, connections, expected) => {
  const { server, turnsTaken, clock } = turnsWith(connections);
  await untilGap(server, clock);
  expect(turnsTaken()).toBe(expected);
});

test('waits for the drain without any connection', async () => {
  const { url, leave, leaving } = await drainingServer();
  const stopped = leave();
  expect(await askAnew(`${url}/ready`)).toBe(503);
  leaving.endDrain();
  await stopped;
});
