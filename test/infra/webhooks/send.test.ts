import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Agent } from 'undici';
import { createAddressPolicy } from '../../../infra/webhooks/destination/address-guard';
import { createGuardedDispatcher } from '../../../infra/webhooks/destination/guarded-dispatcher';
import { sendWebhook } from '../../../infra/webhooks/send';
import { holdTimers } from '../../doubles/held-timers';
import { type Answer, answering, type Receiver, startReceiver } from '../../stores/receiver';

const BODY = '{"id":"evt_01","name":"Açaí"}';
const CHUNK_READ = 'undici:request:bodyChunkReceived';
let dispatcher: Agent;
const receivers: Pick<Receiver, 'stop'>[] = [];

beforeAll(() => {
  const policy = createAddressPolicy(['127.0.0.1']);
  dispatcher = createGuardedDispatcher({ policy, resolveHost: async () => [], connectTimeoutMs: 3_000 });
});
afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.stop())));
afterAll(() => dispatcher.destroy());

const receiverWith = async (answer: Answer) => {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
};

const sendTo = (url: string, timeoutMs = 5_000, signal?: AbortSignal) =>
  sendWebhook(
    { dispatcher, timeoutMs, ...(signal === undefined ? {} : { signal }) },
    { url, body: BODY, headers: { 'content-type': 'application/json', 'x-app-event': 'INTENT_CONFIRMED' } },
  );

it('posts exactly the given bytes and headers', async () => {
  const receiver = await receiverWith(answering(200));
  expect(await sendTo(receiver.url)).toEqual({ ok: true, status: 200 });
  expect(receiver.received).toMatchObject([
    {
      method: 'POST',
      path: '/hook',
      body: BODY,
      headers: { 'x-app-event': 'INTENT_CONFIRMED', 'content-length': '31', connection: 'keep-alive' },
    },
  ]);
});

it.each([200, 201, 202, 204, 299])('treats %i as an acknowledgement', async (status) => {
  const receiver = await receiverWith(answering(status));
  expect(await sendTo(receiver.url)).toEqual({ ok: true, status });
});

it.each([300, 304, 400, 401, 404, 410, 429, 500, 503])('treats %i as a failure', async (status) => {
  const receiver = await receiverWith(answering(status, 'the details stay with the receiver'));
  expect(await sendTo(receiver.url)).toEqual({ ok: false, status, error: `the receiver answered ${status}` });
});

it('returns the pause that the receiver requests', async () => {
  const receiver = await receiverWith((response) => response.writeHead(429, { 'retry-after': '7' }).end());
  const error = 'the receiver answered 429';
  expect(await sendTo(receiver.url)).toEqual({ ok: false, status: 429, error, retryAfter: '7' });
});

it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
  const target = await receiverWith(answering(200));
  const receiver = await receiverWith((response) => response.writeHead(status, { location: target.url }).end());
  expect(await sendTo(receiver.url)).toEqual({ ok: false, status, error: `the receiver answered ${status}` });
  expect(target.connections()).toBe(0);
});

describe('an attempt whose time has passed', () => {
  beforeEach(holdTimers);
  afterEach(() => jest.useRealTimers());

  const timedOut = (status: number | null) => ({
    ...{ ok: false, status, isTimedOut: true },
    error: 'no complete answer within 150 ms',
  });

  /** A byte every 10 ms, the last one at the time limit. */
  const drip = async (write: () => Promise<unknown>): Promise<void> => {
    for (let passedMs = 0; passedMs < 150; passedMs += 10) {
      await write();
      jest.advanceTimersByTime(10);
    }
  };

  /** Resolves when the sender has read it. */
  const writeBody = (response: ServerResponse) => (): Promise<void> =>
    new Promise((resolve) => {
      const onRead = (): void => {
        unsubscribe(CHUNK_READ, onRead);
        resolve();
      };
      subscribe(CHUNK_READ, onRead);
      response.write('.');
    });

  it('ends at a receiver that never answers', async () => {
    const receiver = await receiverWith(() => undefined);
    const result = sendTo(receiver.url, 150);
    await receiver.hasReceived(1);
    jest.advanceTimersByTime(150);
    expect(await result).toEqual(timedOut(null));
  });

  it('ends when a receiver answers too slowly, although every byte arrives in time', async () => {
    const receiver = await receiverWith((response) => void drip(writeBody(response.writeHead(200))));
    expect(await sendTo(receiver.url, 150)).toEqual(timedOut(200));
  });

  it('ends at a receiver that sends its head too slowly', async () => {
    const server = createServer((socket) => {
      receivers.push({ stop: async () => void socket.destroy() });
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\nDrip: ');
      void drip(() => new Promise((resolve) => void socket.write('.', resolve)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    receivers.push({ stop: async () => void server.close() });
    const { port } = server.address() as AddressInfo;
    expect(await sendTo(`http://127.0.0.1:${port}/`, 150)).toEqual(timedOut(null));
  });
});

it('reads only the needed part of an endless answer, and closes the connection', async () => {
  let hungUp: () => void = () => undefined;
  const isHungUp = new Promise<void>((resolve) => {
    hungUp = resolve;
  });
  const receiver = await receiverWith((response) => {
    const flood = () => {
      while (response.writable && response.write(Buffer.alloc(16_384)));
    };
    response.writeHead(200).on('drain', flood).once('close', hungUp);
    flood();
  });
  expect(await sendTo(receiver.url)).toEqual({ ok: true, status: 200 });
  await isHungUp;
});

it('names the cause without a listener, and after a broken connection', async () => {
  const receiver = await startReceiver();
  await receiver.stop();
  expect(await sendTo(receiver.url)).toMatchObject({
    ok: false,
    status: null,
    error: expect.stringContaining('ECONN'),
  });
  const breaking = await receiverWith((response) => response.destroy());
  expect(await sendTo(breaking.url)).toMatchObject({
    ok: false,
    status: null,
    error: 'UND_ERR_SOCKET: other side closed',
  });
});

it('treats a blocked address as a failed attempt', async () => {
  expect(await sendTo('https://10.0.0.1/')).toEqual({
    ok: false,
    status: null,
    error: 'blocked: 10.0.0.1 resolves to an address that is not public',
  });
});

it('ends at once when the sender is stopped', async () => {
  const receiver = await receiverWith(() => undefined);
  const stop = new AbortController();
  const result = sendTo(receiver.url, 60_000, stop.signal);
  await receiver.hasReceived(1);
  stop.abort();
  expect(await result).toEqual({
    ok: false,
    status: null,
    error: 'the sender was stopped during the attempt',
    isOurs: true,
  });
});
