import { randomUUID } from 'node:crypto';
import request from 'supertest';
import type { CallbackSource } from '../../../commands/ports/providers/callback-source';
import { clientCertificateScheme } from '../../../infra/callbacks/schemes/client-certificate';
import { signedHeaders } from '../../../infra/callbacks/schemes/own';
import { staticTokenScheme } from '../../../infra/callbacks/schemes/static-token';
import { createRateLimits } from '../../../infra/http/rate-limits';
import { sandboxSource } from '../../../infra/providers/sandbox/callback-wire';
import { CALLBACK_SECRET } from '../../doubles/callback-post';
import { NO_LIMITS } from '../../doubles/limits';
import { expectProblem } from '../expect-problem';
import { type Listening, listen } from '../over-socket';
import { createWorld, type HttpWorld, spyingLogger } from '../world';

const BANK = '/webhooks/bank/sandbox';
const KYC_TOKEN = 'a token of the verifier';
const SUBJECT = 'CN=pix.bank.example';

let world: HttpWorld;
let http: Listening;
let isHeld = false;
const stored: number[] = [];
const logger = spyingLogger();

const contentOf: CallbackSource['read'] = () => ({ eventId: null, hints: [] });
beforeAll(async () => {
  world = await createWorld();
  const sources: readonly CallbackSource[] = [
    sandboxSource('bank', [CALLBACK_SECRET], world.clock),
    {
      ...{ surface: 'kyc', provider: 'verifier', read: contentOf },
      isAuthentic: staticTokenScheme({ header: 'x-token', tokens: [KYC_TOKEN] }),
    },
    {
      ...{ surface: 'bank', provider: 'certified', read: contentOf },
      isAuthentic: clientCertificateScheme({ subjects: [SUBJECT] }),
    },
  ];
  const { store } = world.ports.callbackInbox;
  const callbacks = {
    ...{ sources, store, mayStore: () => !isHeld, onStored: () => void stored.push(1) },
    authorize: async () => false,
  };
  const limits = createRateLimits({ ...NO_LIMITS, ip: 1, authFailure: 1 });
  const settings = { ...world.deps.settings, trustedProxies: ['127.0.0.1'] };
  http = await listen(world.appWith({ callbacks, limits, settings, logger }));
});
beforeEach(async () => {
  isHeld = false;
  stored.length = 0;
  await world.pool.query('TRUNCATE lastro.callbacks');
});
afterAll(async () => {
  http.close();
  await world.close();
});

const bodyOf = (changes: object = {}): string =>
  JSON.stringify({ id: 'evt_1', type: 'payout.changed', key: 'key1', at: '2026-11-20T12:00:00.000Z', ...changes });
const signed = (body: string, secret = CALLBACK_SECRET) => signedHeaders(secret, Buffer.from(body), world.clock.now());
const postOnce = (body: string, headers: object = signed(body), path = BANK) =>
  request(http.server)
    .post(path)
    .set({ 'content-type': 'text/anything', ...headers })
    .serialize((text: unknown) => text as string)
    .send(body);

const MOST_CALLS = 10;

/** Calls as a provider does: again after a busy answer, which asks for less than a second. */
const post = async (...asked: Parameters<typeof postOnce>) => {
  let answer = await postOnce(...asked);
  for (let calls = 1; answer.status === 503 && calls < MOST_CALLS; calls += 1) answer = await postOnce(...asked);
  return answer;
};

interface Row {
  readonly source: string;
  readonly event_id: string;
  readonly hints: object;
}
const rows = async () => (await world.pool.query<Row>('SELECT source, event_id, hints FROM lastro.callbacks')).rows;

describe('an authentic callback', () => {
  test('is answered 200 {} and stored, with any type', async () => {
    const { status, body } = await post(bodyOf());
    expect([status, body, await rows(), stored]).toEqual([
      200,
      {},
      [{ source: 'bank/sandbox', event_id: 'evt_1', hints: [{ kind: 'payout', key: 'key1' }] }],
      [1],
    ]);
  });

  test('is accepted also at the path to which banks append /pix', async () => {
    expect((await post(bodyOf(), signed(bodyOf()), `${BANK}/pix`)).status).toBe(200);
    expect(await rows()).toHaveLength(1);
  });

  test('is stored once, and a later one with its id is ignored', async () => {
    const bodies = [bodyOf(), bodyOf(), bodyOf(), bodyOf({ key: 'another' })];
    for (const body of bodies) expect((await post(body)).status).toBe(200);
    expect(await rows()).toMatchObject([{ hints: [{ key: 'key1' }] }]);
  });

  test.each([
    ['without an id', { id: undefined }],
    ['with a malformed id', { id: 'two words' }],
    ['with an id that is too long', { id: 'x'.repeat(201) }],
    ['with a number for an id', { id: 7 }],
  ])('is identified by its bytes: %s', async (_what, changes) => {
    for (const body of [bodyOf(changes), bodyOf(changes)]) expect((await post(body)).status).toBe(200);
    expect((await post(bodyOf({ ...changes, key: 'another' }))).status).toBe(200);
    const ids = (await rows()).map(({ event_id }) => event_id);
    expect(ids).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/), expect.stringMatching(/^sha256:/)]);
  });

  test('is answered the same when its object is unknown', async () => {
    const keys = [randomUUID(), '', 'two words', 'x'.repeat(201), '\u0000', 'é'];
    for (const key of keys) expect((await post(bodyOf({ id: randomUUID(), key }))).status).toBe(200);
    expect(await rows()).toHaveLength(keys.length);
    expect((await rows()).filter(({ hints }) => JSON.stringify(hints) !== '[]')).toHaveLength(1);
  });

  test.each([
    ['that is no JSON', 'hello'],
    ['that is a list', '[]'],
    ['a million brackets deep', '['.repeat(1024 * 1024)],
  ])('is stored without work, and noted in the log, %s', async (_what, body) => {
    const before = logger.lines.length;
    expect((await post(body)).status).toBe(200);
    expect([await rows(), stored]).toMatchObject([[{ hints: [] }], []]);
    // A busy service refuses the first call: then the log has more lines.
    const message = 'an authentic callback cannot be read';
    const fields = expect.objectContaining({ source: 'bank/sandbox' });
    expect(logger.lines.slice(before)).toContainEqual({ level: 'warn', fields, message });
  });

  test('is read although it has repeated names, large numbers and unknown fields', async () => {
    const body =
      '{"__proto__":{"key":"no"},"n":12345678901234567890,"id":"a","id":"b","type":"payout.changed","key":"k"}';
    expect((await post(body)).status).toBe(200);
    expect(await rows()).toMatchObject([{ event_id: 'b', hints: [{ key: 'k' }] }]);
  });

  test('is answered 200 and not stored without a body, as a test of the registration', async () => {
    expect((await post('')).status).toBe(200);
    expect(await rows()).toEqual([]);
  });

  test('moves no money and writes no event', async () => {
    const events = await world.eventCount();
    await post(bodyOf());
    expect(await world.eventCount()).toBe(events);
  });
});

describe('a callback without a valid signature', () => {
  const mustBeRefused = async (answered: ReturnType<typeof post>): Promise<void> => {
    expectProblem(await answered, 401, 'UNAUTHORIZED');
    expect([await rows(), stored]).toEqual([[], []]);
  };

  test('is refused with the same answer: no signature, a forged one, another body or provider', async () => {
    const body = bodyOf();
    await mustBeRefused(post(body, {}));
    await mustBeRefused(post(body, signed(body, 'somebody else')));
    await mustBeRefused(post(bodyOf({ key: 'key2' }), signed(body)));
    await mustBeRefused(post(body, signed(body), '/webhooks/bank/unknown'));
    await mustBeRefused(post(body, signed(body), '/webhooks/kyc/sandbox'));
    await mustBeRefused(post('', {}));
  });

  test('is refused at any rate, and uses up no limit of others', async () => {
    for (let count = 0; count < 5; count += 1) await mustBeRefused(post(bodyOf(), {}));
    expect((await post(bodyOf())).status).toBe(200);
  });

  test('is refused when it is old, as a replayed one', async () => {
    const headers = signed(bodyOf());
    world.clock.advance(301_000);
    await mustBeRefused(post(bodyOf(), headers));
  });
});

test('checks a callback by the scheme of its provider', async () => {
  const kyc = (token: string) => post('{}', { 'x-token': token }, '/webhooks/kyc/verifier');
  expect([(await kyc(KYC_TOKEN)).status, (await kyc('another')).status]).toEqual([200, 401]);
  expect(await rows()).toMatchObject([{ source: 'kyc/verifier' }]);
});

test('accepts a client certificate from the trusted proxy alone', async () => {
  const told = { 'x-client-verify': 'SUCCESS', 'x-client-subject': SUBJECT };
  const path = '/webhooks/bank/certified/pix';
  expect((await post('{}', told, path)).status).toBe(200);
  expect((await post('{}', { ...told, 'x-client-verify': 'NONE' }, path)).status).toBe(401);
  const direct = await listen(world.appWith({ callbacks: { ...world.deps.callbacks, sources: [certified] } }));
  // The socket's peer is no proxy here, against its own header.
  const answer = await request(direct.server)
    .post(path)
    .set({ ...told, 'x-forwarded-for': '127.0.0.1' })
    .send();
  direct.close();
  expect(answer.status).toBe(401);
});

const certified: CallbackSource = {
  ...{ surface: 'bank', provider: 'certified', read: contentOf },
  isAuthentic: clientCertificateScheme({ subjects: [SUBJECT] }),
};

describe('the paths of callbacks', () => {
  test('take only a POST, only outside the API, and without a redirect', async () => {
    const body = bodyOf();
    for (const method of ['get', 'put', 'delete', 'patch'] as const)
      expect((await request(http.server)[method](BANK).set('authorization', 'Bearer x')).status).not.toBe(200);
    for (const path of [`/api${BANK}`, `/api/v1${BANK}`])
      expect([301, 308, 200]).not.toContain((await post(body, signed(body), path)).status);
    expect(await rows()).toEqual([]);
  });

  test('accept no callback while the stores are not verified as a pair', async () => {
    isHeld = true;
    expectProblem(await postOnce(bodyOf()), 503, 'SERVICE_UNAVAILABLE');
    expect(await rows()).toEqual([]);
  });
});
