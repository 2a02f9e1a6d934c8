import request, { type Test } from 'supertest';
import { rejection } from '../../../aggregates/rejection';
import type { HttpDeps } from '../../../src/http/deps';
import { problemOf, STATUS_OF } from '../../../src/http/problems';
import { expectRetryAfter } from '../expect-problem';
import { createWorld, FIXED_CODE, type HttpWorld, type Partner, type User } from '../world';

let world: HttpWorld;
let partner: Partner;
let user: User;
let live: User;

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  user = await world.user(partner);
  live = await world.user(await world.partner('live'));
});
afterAll(() => world.close());

const QUOTE = { assetId: 202, invoiceCode: FIXED_CODE };
const quote = (changes: Partial<HttpDeps>, { token } = user): Test =>
  request(world.appWith(changes))
    .post('/api/v1/cashout/quote')
    .set('Authorization', `Bearer ${token}`)
    .set('Idempotency-Key', world.deps.ids.uuid())
    .send(QUOTE);

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const full = new Error('timeout exceeded when trying to connect');
const failing = (error: Error) => () => Promise.reject(error);
const credentials = (look: () => Promise<never>) => ({ keyHolder: look, signers: look, tokenHolder: look });
const silent = () => new Promise<never>(() => undefined);
const notReady = async () => ({ ready: false, checks: { database: { ok: false, detail: 'away' } } });

/** Every place of the surface that answers 503. */
const PLACES: readonly (readonly [string, () => Test])[] = [
  ['PostgreSQL is away', () => quote({ credentials: credentials(failing(away)) })],
  ['PostgreSQL has no connection free', () => quote({ credentials: credentials(failing(full)) })],
  [
    'a store says nothing',
    () =>
      request(world.appWith({ credentials: credentials(silent) }))
        .get('/api/v1/users')
        .auth(partner.apiKey, { type: 'bearer' }),
  ],
  [
    'the event store is away',
    () =>
      quote({
        issueQuote: failing(Object.assign(new Error('14 UNAVAILABLE'), { code: 14 })),
        isUnavailable: () => true,
      }),
  ],
  ['the event store is busy', () => quote({ issueQuote: failing(rejection('SERVICE_UNAVAILABLE', 'busy')) })],
  [
    'the answers to Idempotency-Keys are away',
    () => quote({ idempotency: { ...world.deps.idempotency, claim: failing(away) } }),
  ],
  ['no provider is configured', () => quote({}, live)],
  [
    'no code can be sent',
    () =>
      request(world.app)
        .post('/api/auth/otp/send')
        .send({ address: user.pubkey, blockchain: 'ethereum', channel: 'email', destination: 'a@exemplo.com' }),
  ],
  [
    'no price source is configured',
    () =>
      request(world.appWith({ currentPrice: failing(rejection('PROVIDER_NOT_CONFIGURED', 'no source')) })).get(
        '/api/v1/getAssetPrice?assetId=202',
      ),
  ],
  [
    'a link cannot be looked up',
    () =>
      request(world.appWith({ links: { ...world.deps.links, find: failing(away) } })).get(
        `/api/v1/links/${'0'.repeat(32)}`,
      ),
  ],
  ['the process is not ready', () => request(world.appWith({ readiness: notReady })).get('/health/ready')],
  [
    'the process is not ready, as the API has it',
    () => request(world.appWith({ readiness: notReady })).get('/api/v1/health/ready'),
  ],
  ['readiness itself cannot be told', () => request(world.appWith({ readiness: failing(away) })).get('/health/ready')],
];

test.each(PLACES)('gives a retry time in the 503 when %s', async (_where, ask) => {
  const { status, headers } = await ask();
  expect(status).toBe(503);
  expectRetryAfter(headers);
});

test('has seconds for every code of a 503, and none for our own faults', () => {
  const codes = Object.entries(STATUS_OF).filter(([, status]) => status === 503);
  expect(codes.length).toBeGreaterThan(1);
  for (const [code] of codes) {
    const { status, headers } = problemOf(rejection(code as 'SERVICE_UNAVAILABLE', 'away'), 'request', () => false);
    expect([code, status]).toEqual([code, 503]);
    expect(headers['Retry-After']).toMatch(/^(?:[1-9]|[12]\d|30)$/);
  }
  expect(problemOf(new Error('bug'), 'request', () => false).headers).toEqual({});
});
