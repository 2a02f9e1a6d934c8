import { expectInvalid, expectProblem } from '../../../http/expect-problem';
import { DELIVERED, onSandbox, openCharge, typesAfterCharge } from '../../../http/sandbox/charged-cashin';
import { httpSuite } from '../../../http/suite';
import { workOff } from '../../../http/user/pay-on-chain';
import type { Partner } from '../../../http/world';

const suite = httpSuite({ fresh: true });

const decide = (intentId: string, decision: unknown, owner: Pick<Partner, 'apiKey'> = suite.partner) =>
  onSandbox(suite.world, owner, `disputes/${intentId}/decide`, { decision });

const typesOf = (intentId: string) => typesAfterCharge(suite.world, intentId);

const HELD = ['PixReceived', 'PixAccepted', 'DisputeOpened'];

/** The id of an intent whose PIX is paid and disputed before anybody looks at its charge. */
const heldIntent = async (): Promise<string> => {
  const intentId = await openCharge(suite.world, suite.user, 'CHARGE_DISPUTED');
  suite.world.clock.advance(4_000);
  await workOff(suite.world);
  return intentId;
};

/** The same of one whose PIX is disputed after the delivery has left. */
const deliveredIntent = async (): Promise<string> => {
  const intentId = await openCharge(suite.world, suite.user, 'CHARGE_DISPUTED');
  suite.world.clock.advance(2_000);
  await workOff(suite.world, 100);
  expect(await typesOf(intentId)).toEqual(DELIVERED.slice(0, 4));
  await workOff(suite.world);
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
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual([...HELD, 'DisputeWon', ...DELIVERED.slice(2)]);
});

test('lost, the intent fails, and nothing is left to give back', async () => {
  const intentId = await heldIntent();
  expect((await decide(intentId, 'LOST')).status).toBe(200);
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual([...HELD, 'DisputeLost', 'CashinFailed']);
});

test('one that is opened later holds nothing, and lost, it changes no end', async () => {
  const intentId = await deliveredIntent();
  const told = [...DELIVERED.slice(0, 4), 'DisputeOpened', ...DELIVERED.slice(4)];
  expect(await typesOf(intentId)).toEqual(told);
  expect((await decide(intentId, 'LOST')).status).toBe(200);
  suite.world.clock.advance(3_600_000);
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual([...told, 'DisputeLost']);
});

test('what a reset forgot is over: what it held is delivered', async () => {
  const intentId = await heldIntent();
  await onSandbox(suite.world, suite.partner, 'reset');
  suite.world.clock.advance(3_600_000);
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual([...HELD, 'DisputeWon', ...DELIVERED.slice(2)]);
});

test('is decided once: the same again says the same, and writes no event', async () => {
  const intentId = await heldIntent();
  const before = await suite.world.eventCount();
  const answers = [await decide(intentId, 'WON'), await decide(intentId, 'WON')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expectProblem(await decide(intentId, 'LOST'), 409, 'WRONG_STATE');
  expect(await suite.world.eventCount()).toBe(before);
});

test('cannot be decided before anybody disputes the PIX, nor once a reset has forgotten it', async () => {
  const intentId = await openCharge(suite.world, suite.user, 'CHARGE_DISPUTED');
  suite.world.clock.advance(3_999);
  expectProblem(await decide(intentId, 'LOST'), 409, 'WRONG_STATE');
  suite.world.clock.advance(1);
  expect((await decide(intentId, 'WON')).status).toBe(200);
  await onSandbox(suite.world, suite.partner, 'reset');
  expectProblem(await decide(intentId, 'WON'), 409, 'WRONG_STATE');
});

test.each(['ACCEPTED', '', null, undefined, 1])('%j is refused', async (decision) => {
  expectInvalid(await decide('x', decision), ['decision']);
});
