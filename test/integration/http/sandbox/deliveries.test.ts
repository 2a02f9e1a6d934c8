import { expectInvalid, expectProblem } from '../../../http/expect-problem';
import { DELIVERED, onSandbox, openCharge, typesAfterCharge } from '../../../http/sandbox/charged-cashin';
import { workOff } from '../../../http/user/pay-on-chain';
import { createWorld, type HttpWorld, type Partner, type User } from '../../../http/world';

let world: HttpWorld;
let partner: Partner;
let user: User;

beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  partner = await world.partner();
  user = await world.user(partner);
});
afterAll(() => world.close());

const decide = (intentId: string, decision: unknown, owner: Pick<Partner, 'apiKey'> = partner) =>
  onSandbox(world, owner, `deliveries/${intentId}/decide`, { decision });

const typesOf = (intentId: string) => typesAfterCharge(world, intentId);

const UNDER_WAY = DELIVERED.slice(0, 4);

/** The id of an intent that was paid, and whose delivery never ends by itself. */
const stuck = async (): Promise<string> => {
  const intentId = await openCharge(world, user, 'DELIVERY_STUCK');
  await onSandbox(world, partner, `charges/${intentId}/pay`);
  await workOff(world);
  expect(await typesOf(intentId)).toEqual(UNDER_WAY);
  return intentId;
};

test('a delivery that is stuck arrives when it is told to, and the intent completes', async () => {
  const intentId = await stuck();
  const decided = await decide(intentId, 'CONFIRMED');
  expect([decided.status, decided.body.data]).toEqual([200, { intentId, decision: 'CONFIRMED' }]);
  await workOff(world);
  expect(await typesOf(intentId)).toEqual(DELIVERED);
});

test('or it fails, and the PIX goes back', async () => {
  const intentId = await stuck();
  expect((await decide(intentId, 'FAILED')).status).toBe(200);
  await workOff(world);
  expect(await typesOf(intentId)).toEqual([
    ...[...UNDER_WAY, 'DeliveryFailed', 'CashinFailed', 'ChargeRefundDue'],
    ...['ChargeRefundDispatched', 'ChargeRefundDone'],
  ]);
});

test('what a reset forgot arrives once it is broadcast again', async () => {
  const intentId = await stuck();
  await onSandbox(world, partner, 'reset');
  await workOff(world);
  expect(await typesOf(intentId)).toEqual(DELIVERED);
});

test('is decided once: the same again says the same, and writes no event', async () => {
  const intentId = await stuck();
  const before = await world.eventCount();
  const answers = [await decide(intentId, 'CONFIRMED'), await decide(intentId, 'CONFIRMED')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expectProblem(await decide(intentId, 'FAILED'), 409, 'WRONG_STATE');
  expect(await world.eventCount()).toBe(before);
  await workOff(world);
  expect((await decide(intentId, 'CONFIRMED')).status).toBe(200);
  expectProblem(await decide(intentId, 'FAILED'), 409, 'WRONG_STATE');
});

test('cannot be decided before it was sent, nor once a reset has forgotten it', async () => {
  const unsent = await openCharge(world, user, 'DELIVERY_STUCK');
  expectProblem(await decide(unsent, 'CONFIRMED'), 409, 'WRONG_STATE');
  const forgotten = await stuck();
  await onSandbox(world, partner, 'reset');
  expectProblem(await decide(forgotten, 'CONFIRMED'), 409, 'WRONG_STATE');
});

test('is nobody’s but the partner’s whose intent it is', async () => {
  const intentId = await stuck();
  expectProblem(await decide(intentId, 'CONFIRMED', await world.partner()), 404, 'INTENT_NOT_FOUND');
  for (const unknown of ['x', '1f0e3a4b-5c6d-5e7f-8a9b-0c1d2e3f4a5b'])
    expectProblem(await decide(unknown, 'CONFIRMED'), 404, 'INTENT_NOT_FOUND');
  await workOff(world);
  expect(await typesOf(intentId)).toEqual(UNDER_WAY);
});

test.each(['SETTLED', '', null, undefined, 1])('%j is refused', async (decision) => {
  expectInvalid(await decide('x', decision), ['decision']);
});
