import request from 'supertest';
import { expectInvalid } from '../expect-problem';
import { createWorld, type HttpWorld, type Partner } from '../world';
import { COMPANY, PERSON } from './kyc-bodies';

let world: HttpWorld;
let partner: Partner;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  partner = await world.partner();
});
afterAll(() => world.close());

const post = (path: string, body: object = {}) =>
  request(world.app).post(`/api/v1/users/kyc${path}`).set('Authorization', `Bearer ${partner.apiKey}`).send(body);

/** What is asked for, whatever the document. */
const playing = (scenario: string, body: object = PERSON, kind = 'natural-person') =>
  post(`/sessions/${kind}`, body).set('X-Sandbox-Scenario', scenario);

test.each([
  ['KYC_REJECTED', 'REJECTED', 'REGISTRY', PERSON],
  ['KYC_SANCTIONS', 'IN_REVIEW', 'SANCTIONS', PERSON],
  ['KYC_APPROVED', 'APPROVED', null, { ...PERSON, documentNumber: '63017285995' }],
  ['KYC_FACE_MISMATCH', 'REJECTED', 'FACE_MISMATCH', COMPANY],
])('a session that is to play %s ends %s', async (scenario, status, rejectionReason, body) => {
  const kind = 'owners' in body ? 'legal-person' : 'natural-person';
  const { sessionId } = (await playing(scenario, body, kind)).body.data as { readonly sessionId: string };
  await world.project();
  world.clock.advance(6_000);
  const synced = await post(`/sessions/${sessionId}/sync`);
  expect(synced.body.data).toMatchObject({ status, rejectionReason });
  const [begun] = await world.eventStore.readStream(`kycSession-${sessionId}`);
  expect(begun?.data).toMatchObject({ scenario });
});

test('a start can be played away, and a scenario that can be none is refused', async () => {
  const away = await playing('KYC_UNAVAILABLE');
  expect([away.status, away.body.code]).toEqual([502, 'PROVIDER_FAILURE']);
  const refused = [await playing('no such'), await playing('no such', COMPANY, 'legal-person')];
  for (const answer of refused) expectInvalid(answer, ['X-Sandbox-Scenario']);
});

test('live credentials have no scenarios', async () => {
  partner = await world.partner('live');
  const { status, body } = await playing('no such');
  expect([status, body.code]).toEqual([503, 'PROVIDER_NOT_CONFIGURED']);
});
