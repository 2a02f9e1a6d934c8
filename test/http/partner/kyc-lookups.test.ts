import type { Express } from 'express';
import request from 'supertest';
import { createService } from '../../../src/service';
import { expectLimited } from '../expect-problem';
import { createWorld, type HttpWorld, type Partner } from '../world';

const DAY_SECONDS = 86_400;
const REGULAR = { documentType: 'CPF', documentNumber: '40442820135', country: 'BR' };
/** Of a kind that no registry serves. */
const FOREIGN = { documentType: 'DNI', documentNumber: '12345678', country: 'AR' };

let world: HttpWorld;
/** A service whose partners have one look-up a day. */
let app: Express;
let partner: Partner;

beforeAll(async () => {
  world = await createWorld();
  const { lookUpDocument, verifyDocument } = createService({ ...world.ports, lookupsPerDay: 1 });
  app = world.appWith({ lookUpDocument, verifyDocument });
});
beforeEach(async () => {
  partner = await world.partner();
});
afterAll(() => world.close());

const ask = (what: 'lookup' | 'verify', document: object = REGULAR, { apiKey } = partner) =>
  request(app).post(`/api/v1/users/kyc/${what}`).set('Authorization', `Bearer ${apiKey}`).send(document);

const untilMidnight = (): number => {
  const nowMs = world.clock.now();
  return Math.ceil((DAY_SECONDS * 1_000 - (nowMs % (DAY_SECONDS * 1_000))) / 1_000);
};

it.each([
  ['lookup', 'verify'],
  ['verify', 'lookup'],
] as const)('the quota of a day is spent by a %s, and refuses both until the day is over', async (spends, other) => {
  expect((await ask(spends)).status).toBe(200);
  for (const what of [spends, other]) {
    const refused = await ask(what);
    expectLimited(refused, DAY_SECONDS);
    expect((refused.body as { retryAfter: number }).retryAfter).toBe(untilMidnight());
  }
  world.clock.advance(untilMidnight() * 1_000);
  expect((await ask(other)).status).toBe(200);
});

it('what no registry is asked about is not counted, and what is refused for the quota is asked of none', async () => {
  expect((await ask('verify', FOREIGN)).status).toBe(200);
  expect((await ask('lookup', { ...REGULAR, documentNumber: '11111111111' })).status).toBe(400);
  expect((await ask('lookup')).status).toBe(200);
  const before = await world.eventCount();
  // The registry is away for this one.
  expectLimited(await ask('lookup', { ...REGULAR, documentNumber: '47123586964' }), DAY_SECONDS);
  expect(await world.eventCount()).toBe(before);
  expect((await ask('verify', FOREIGN)).status).toBe(200);
});

it('each partner has its own', async () => {
  await ask('lookup');
  expectLimited(await ask('lookup'), DAY_SECONDS);
  expect((await ask('lookup', REGULAR, await world.partner())).status).toBe(200);
});
