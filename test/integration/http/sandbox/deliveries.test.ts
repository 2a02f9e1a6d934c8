import { expectInvalid, expectProblem } from '../../../http/expect-problem';
import { DELIVERED, onSandbox, openCharge, typesAfterCharge } from '../../../http/sandbox/charged-cashin';
import { httpSuite } from '../../../http/suite';
import { workOff } from '../../../http/user/pay-on-chain';
import type { Partner } from '../../../http/world';

const suite = httpSuite({ fresh: true });

const decide = (intentId: string, decision: unknown, owner: Pick<Partner, 'apiKey'> = suite.partner) =>
  onSandbox(suite.world, owner, `deliveries/${intentId}/decide`, { decision });

const typesOf = (intentId: string) => typesAfterCharge(suite.world, intentId);

const UNDER_WAY = DELIVERED.slice(0, 4);

/** The id of an intent that was paid, and whose delivery never ends by itself. */
const stuck = async (): Promise<string> => {
  const intentId = await openCharge(suite.world, suite.user, 'DELIVERY_STUCK');
  await onSandbox(suite.world, suite.partner, `charges/${intentId}/pay`);
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual(UNDER_WAY);
  return intentId;
};

test('a delivery that is stuck arrives when it is told to, and the intent completes', async () => {
  const intentId = await stuck();
  const decided = await decide(intentId, 'CONFIRMED');
  expect([decided.status, decided.body.data]).toEqual([200, { intentId, decision: 'CONFIRMED' }]);
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual(DELIVERED);
});

test('or it fails, and the PIX goes back', async () => {
  const intentId = await stuck();
  expect((await decide(intentId, 'FAILED')).status).toBe(200);
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual([
    ...[...UNDER_WAY, 'DeliveryFailed', 'CashinFailed', 'ChargeRefundDue'],
    ...['ChargeRefundDispatched', 'ChargeRefundDone'],
  ]);
});

test('is decided once: the same again says the same, and writes no event', async () => {
  const intentId = await stuck();
  const before = await suite.world.eventCount();
  const answers = [await decide(intentId, 'CONFIRMED'), await decide(intentId, 'CONFIRMED')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expectProblem(await decide(intentId, 'FAILED'), 409, 'WRONG_STATE');
  expect(await suite.world.eventCount()).toBe(before);
  await workOff(suite.world);
  expect((await decide(intentId, 'CONFIRMED')).status).toBe(200);
  expectProblem(await decide(intentId, 'FAILED'), 409, 'WRONG_STATE');
});

test('cannot be decided before it was sent, nor once a reset has forgotten it', async () => {
  const unsent = await openCharge(suite.world, suite.user, 'DELIVERY_STUCK');
  expectProblem(await decide(unsent, 'CONFIRMED'), 409, 'WRONG_STATE');
  const forgotten = await stuck();
  await onSandbox(suite.world, suite.partner, 'reset');
  expectProblem(await decide(forgotten, 'CONFIRMED'), 409, 'WRONG_STATE');
});

test.each(['SETTLED', '', null, undefined, 1])('%j is refused', async (decision) => {
  expectInvalid(await decide('x', decision), ['decision']);
});
