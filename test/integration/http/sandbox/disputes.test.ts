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
  onSandbox(world, owner, `disputes/${intentId}/decide`, { decision });

const typesOf = (intentId: string) => typesAfterCharge(world, intentId);

const HELD = ['PixReceived', 'PixAccepted', 'DisputeOpened'];

/** The id of an intent whose PIX is paid and disputed before anybody looks at its charge. */
const heldIntent = async (): Promise<string> => {
  const intentId = await openCharge(world, user, 'CHARGE_DISPUTED');
  world.clock.advance(4_000);
  await workOff(world);
  return intentId;
};

/** The same of one whose PIX is disputed after the delivery has left. */
const deliveredIntent = async (): Promise<string> => {
  const intentId = await openCharge(world, user, 'CHARGE_DISPUTED');
  world.clock.advance(2_000);
  await workOff(world, 100);
  expect(await typesOf(intentId)).toEqual(DELIVERED.slice(0, 4));
  await workOff(world);
  return intentId;
};

test('a dispute that is open before the delivery leaves holds it', async () => {
  expect(await typesOf(await heldIntent())).toEqual(HELD);
});

test('won, what it held is delivered', async () => {
  const intentId = await heldIntent();
  const decided = await decide(intentId, 'WON');
  const endToEndId = expect.stringMatching(/^sbx_E/);
  expect([decided.status, decided.body.data]).toEqual([200, { intentId, decision: 'WON', endToEndId, amount: 150 }]);
  await workOff(world);
  expect(await typesOf(intentId)).toEqual([...HELD, 'DisputeWon', ...DELIVERED.slice(2)]);
});

test('lost, the intent fails, and nothing is left to give back', async () => {
  const intentId = await heldIntent();
  expect((await decide(intentId, 'LOST')).status).toBe(200);
  await workOff(world);
  expect(await typesOf(intentId)).toEqual([...HELD, 'DisputeLost', 'CashinFailed']);
});

test('one that is opened later holds nothing, and lost, it changes no end', async () => {
  const intentId = await deliveredIntent();
  const told = [...DELIVERED.slice(0, 4), 'DisputeOpened', ...DELIVERED.slice(4)];
  expect(await typesOf(intentId)).toEqual(told);
  expect((await decide(intentId, 'LOST')).status).toBe(200);
  world.clock.advance(3_600_000);
  await workOff(world);
  expect(await typesOf(intentId)).toEqual([...told, 'DisputeLost']);
});

test('what a reset forgot is over: what it held is delivered', async () => {
  const intentId = await heldIntent();
  await onSandbox(world, partner, 'reset');
  world.clock.advance(3_600_000);
  await workOff(world);
  expect(await typesOf(intentId)).toEqual([...HELD, 'DisputeWon', ...DELIVERED.slice(2)]);
});

test('and so is one that held nothing', async () => {
  const intentId = await deliveredIntent();
  await onSandbox(world, partner, 'reset');
  world.clock.advance(3_600_000);
  await workOff(world);
  expect((await typesOf(intentId)).at(-1)).toBe('DisputeWon');
});

test('is decided once: the same again says the same, and writes no event', async () => {
  const intentId = await heldIntent();
  const before = await world.eventCount();
  const answers = [await decide(intentId, 'WON'), await decide(intentId, 'WON')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expectProblem(await decide(intentId, 'LOST'), 409, 'WRONG_STATE');
  expect(await world.eventCount()).toBe(before);
});

test('cannot be decided before anybody disputes the PIX, nor once a reset has forgotten it', async () => {
  const intentId = await openCharge(world, user, 'CHARGE_DISPUTED');
  world.clock.advance(3_999);
  expectProblem(await decide(intentId, 'LOST'), 409, 'WRONG_STATE');
  world.clock.advance(1);
  expect((await decide(intentId, 'WON')).status).toBe(200);
  await onSandbox(world, partner, 'reset');
  expectProblem(await decide(intentId, 'WON'), 409, 'WRONG_STATE');
});

test('is nobody’s but the partner’s whose intent it is', async () => {
  const intentId = await heldIntent();
  expectProblem(await decide(intentId, 'LOST', await world.partner()), 404, 'INTENT_NOT_FOUND');
  for (const unknown of ['x', '1f0e3a4b-5c6d-5e7f-8a9b-0c1d2e3f4a5b'])
    expectProblem(await decide(unknown, 'LOST'), 404, 'INTENT_NOT_FOUND');
  await workOff(world);
  expect(await typesOf(intentId)).toEqual(HELD);
});

test.each(['ACCEPTED', '', null, undefined, 1])('%j is refused', async (decision) => {
  expectInvalid(await decide('x', decision), ['decision']);
});
