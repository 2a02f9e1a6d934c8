import express from 'express';
import request from 'supertest';
import { isRejection } from '../../../aggregates/rejection';
import { signedHeaders } from '../../../infra/callbacks/schemes/own';
import { sandboxSource } from '../../../infra/providers/sandbox/callback-wire';
import { addCallbackRoutes } from '../../../src/http/callbacks/callback-routes';
import { CALLBACK_LIMITS, type RawBodyLimits } from '../../../src/http/callbacks/raw-body';
import type { HttpDeps } from '../../../src/http/deps';
import { prepareRequest } from '../../../src/http/request/prepare-request';
import { answerProblem } from '../../../src/http/shared/answer-problem';
import { isSurfaceRefusal } from '../../../src/http/surface-refusal';
import { CALLBACK_SECRET } from '../../doubles/callback-post';
import { holdTimers } from '../../doubles/held-timers';
import { expectProblem } from '../expect-problem';
import { type Listening, listen } from '../over-socket';
import { createWorld, type HttpWorld } from '../world';

const BANK = '/webhooks/bank/sandbox';
let world: HttpWorld;
const open: Listening[] = [];
const faults: unknown[] = [];
beforeAll(async () => {
  world = await createWorld();
});
afterEach(() => {
  for (const listening of open.splice(0)) listening.close();
  faults.length = 0;
});
afterAll(() => world.close());

/** The routes alone, with limits that a test can reach, and a store that answers on command. */
const door = async (
  limits: Partial<RawBodyLimits> = {},
  store: HttpDeps['callbacks']['store'] = async () => undefined,
) => {
  const sources = [sandboxSource('bank', [CALLBACK_SECRET], world.clock)];
  const callbacks = { sources, store, mayStore: () => true, onStored: () => undefined, authorize: async () => false };
  const deps: HttpDeps = { ...world.deps, callbacks };
  const app = express();
  app.use(prepareRequest(deps));
  addCallbackRoutes(app, deps, { ...CALLBACK_LIMITS, ...limits });
  app.use((error: unknown, _request: express.Request, _response: express.Response, next: express.NextFunction) => {
    if (!isRejection(error) && !isSurfaceRefusal(error)) faults.push(error);
    next(error);
  });
  app.use(answerProblem);
  const listening = await listen(app);
  open.push(listening);
  return listening;
};

const post = ({ server }: Listening, body: string, headers: object = {}) =>
  request(server)
    .post(BANK)
    .set({ ...signedHeaders(CALLBACK_SECRET, Buffer.from(body), world.clock.now()), ...headers })
    .set('content-type', 'application/json')
    .serialize((text: unknown) => text as string)
    .send(body);

const MEBIBYTE = 1024 * 1024;

describe('a body', () => {
  test('is accepted up to 1 MiB, and refused with 413 above', async () => {
    const listening = await door();
    expect((await post(listening, 'x'.repeat(MEBIBYTE))).status).toBe(200);
    expectProblem(await post(listening, 'x'.repeat(MEBIBYTE + 1)), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('is refused with 413 at the first excess byte without a length', async () => {
    const { overSocket } = await door();
    const chunk = `${MEBIBYTE.toString(16)}\r\n${'x'.repeat(MEBIBYTE)}\r\n`;
    const head = `POST ${BANK} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const answer = await overSocket(`${head}${chunk}1\r\nx\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*Connection: close/);
  });

  test('is refused with 415 when it is compressed, because the signature is over the sent bytes', async () => {
    expectProblem(await post(await door(), '{}', { 'content-encoding': 'gzip' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('a busy callback server answers 503 with a retry time', () => {
  /** A store that is entered, and left when the test says so. */
  const slowStore = () => {
    const entered: (() => void)[] = [];
    const waiting: (() => void)[] = [];
    const store = () =>
      new Promise<void>((resolve) => {
        const next = waiting.shift();
        if (next === undefined) entered.push(resolve);
        else {
          entered.push(resolve);
          next();
        }
      });
    const untilEntered = (): Promise<void> =>
      new Promise((resolve) => {
        if (entered.length > 0) resolve();
        else waiting.push(resolve);
      });
    return { store, untilEntered, leave: () => entered.shift()?.() };
  };

  test.each([
    ['too many at once', { mostAtOnce: 1 }],
    ['too many of one address', { mostOfNetwork: 1 }],
    ['too many bytes at once', { mostHeldBytes: 3 }],
    ['too many bytes of one address', { mostBytesOfNetwork: 3 }],
  ])('%s', async (_what, limits) => {
    const { store, untilEntered, leave } = slowStore();
    const listening = await door(limits, store);
    const first = post(listening, '{ }').then(({ status }) => status);
    await untilEntered();
    expectProblem(await post(listening, '{}'), 503, 'SERVICE_UNAVAILABLE');
    leave();
    expect(await first).toBe(200);
    const again = post(listening, '{}').then(({ status }) => status);
    await untilEntered();
    leave();
    expect(await again).toBe(200);
  });

  describe('a slow store', () => {
    beforeEach(holdTimers);
    afterEach(() => jest.useRealTimers());

    test.each([
      ['answers 200 when the store answers after 899 ms', 899, 200],
      ['answers 503 after 900 ms, so that the callback comes again', 900, 503],
    ])('%s', async (_what, storeAnswersAfterMs, status) => {
      const { store, untilEntered, leave } = slowStore();
      const answered = post(await door({}, store), '{}').then((answer) => answer);
      await untilEntered();
      jest.advanceTimersByTime(storeAnswersAfterMs);
      leave();
      expect((await answered).status).toBe(status);
      expect(faults).toEqual([]);
    });
  });

  test('answers no 200 when the store fails', async () => {
    const away = async () => {
      throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' });
    };
    expectProblem(await post(await door({}, away), '{}'), 503, 'SERVICE_UNAVAILABLE');
  });

  test('frees the place of a client that disconnects during its request', async () => {
    const listening = await door({ mostAtOnce: 1 });
    const socket = listening.connection();
    const arrived = new Promise<void>((resolve) => listening.server.once('request', () => resolve()));
    const gone = new Promise<void>((resolve) =>
      listening.server.once('request', (_request, response) => response.once('close', () => resolve())),
    );
    socket.write(`POST ${BANK} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{`);
    await arrived;
    expect((await post(listening, '{}')).status).toBe(503);
    socket.destroy();
    await gone;
    expect((await post(listening, '{}')).status).toBe(200);
  });
});
