import request from 'supertest';
import { expectEveryRow } from '../../../every-row';
import { expectInvalid, expectProblem } from '../../../http/expect-problem';
import { DELIVERED, eventsIn, onSandbox, openCharge, typesAfterCharge } from '../../../http/sandbox/charged-cashin';
import { httpSuite } from '../../../http/suite';
import { workOff } from '../../../http/user/pay-on-chain';
import type { Partner } from '../../../http/world';

const suite = httpSuite({ fresh: true });

const charged = (scenario?: string) => openCharge(suite.world, suite.user, scenario);

const pay = (intentId: string, body: object = {}, owner: Pick<Partner, 'apiKey'> = suite.partner) =>
  onSandbox(suite.world, owner, `charges/${intentId}/pay`, body);

const typesOf = (intentId: string) => typesAfterCharge(suite.world, intentId);
const dataOf = async (intentId: string, type: string) =>
  (await eventsIn(suite.world, intentId)).find((event) => event.type === type)?.data;

const GIVEN_BACK = ['PixReceived', 'ChargeRefundDue', 'CashinFailed', 'ChargeRefundDispatched', 'ChargeRefundDone'];

test('refunds the whole PIX of a charge that the bank calls paid late', async () => {
  const intentId = await charged();
  await pay(intentId, { paidAt: '2999-01-01T00:00:00Z' });
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual(GIVEN_BACK);
  expect(await dataOf(intentId, 'ChargeRefundDone')).toMatchObject({ amountCents: '15000', reason: 'LATE' });
});

test('a charge that is paid is delivered, exactly, and the intent completes', async () => {
  const intentId = await charged();
  const paid = await pay(intentId);
  expect([paid.status, paid.body.data]).toMatchObject([200, { intentId, state: 'PAID', payments: [{ amount: 150 }] }]);
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual(DELIVERED);
  const shown = await request(suite.world.app)
    .get(`/api/v1/cashin/intent/${intentId}`)
    .set({ Authorization: `Bearer ${suite.user.token}` });
  expect(shown.body.data).toMatchObject({ intentId, status: 'COMPLETED' });
});

test('paid by nobody it expires, after the charge was cancelled; paid after that, the PIX goes back', async () => {
  const intentId = await charged();
  suite.world.clock.advance(301_000);
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual(['CashinExpired']);
  await pay(intentId);
  suite.world.clock.advance(60_000);
  await workOff(suite.world);
  expect((await typesOf(intentId)).slice(1)).toEqual([
    ...['PixReceived', 'ChargeRefundDue', 'ChargeRefundDispatched', 'ChargeRefundDone'],
  ]);
});

test('paid twice, the second PIX goes back and the first one is delivered', async () => {
  const intentId = await charged();
  await pay(intentId);
  suite.world.clock.advance(1_000);
  await pay(intentId);
  await workOff(suite.world);
  const types = await typesOf(intentId);
  expect(types.filter((type) => type === 'CashinCompleted' || type === 'ChargeRefundDone')).toHaveLength(2);
  expect(await dataOf(intentId, 'ChargeRefundDone')).toMatchObject({ reason: 'DUPLICATE', amountCents: '15000' });
});

const REFUNDED = ['CashinFailed', 'ChargeRefundDue', 'ChargeRefundDispatched', 'ChargeRefundDone'];
/** The scenario, whether the partner has its charge paid, and the events after the charge. */
const SCENARIOS: readonly (readonly [string, boolean, readonly string[]])[] = [
  ['CHARGE_PAID', false, DELIVERED],
  ['CHARGE_UNDERPAID', false, GIVEN_BACK],
  ['CHARGE_OVERPAID', false, GIVEN_BACK],
  ['CHARGE_WRONG_PAYER', false, GIVEN_BACK],
  ['REFUND_REFUSED', false, [...GIVEN_BACK.slice(0, 4), 'ChargeRefundRejected']],
  ['REFUND_UNANSWERED', false, [...GIVEN_BACK.slice(0, 4), 'ChargeRefundUnknown', 'ChargeRefundDone']],
  ['DELIVERY_REPLACED', true, DELIVERED],
  ['DELIVERY_UNANSWERED', true, DELIVERED],
  ['DELIVERY_STUCK', true, DELIVERED.slice(0, 4)],
  ['DELIVERY_NO_TRUSTLINE', true, [...DELIVERED.slice(0, 3), 'DeliveryFailed', ...REFUNDED]],
  ['DELIVERY_FAILED', true, [...DELIVERED.slice(0, 4), 'DeliveryFailed', ...REFUNDED]],
];

test('each scenario is played to its end', async () => {
  const played = [];
  for (const [scenario, isPaidByPartner, types] of SCENARIOS) {
    const intentId = await charged(scenario);
    if (isPaidByPartner) await pay(intentId);
    played.push({ scenario, intentId, types });
  }
  await workOff(suite.world);
  await expectEveryRow(
    played,
    ({ scenario }) => scenario,
    async ({ intentId, types }) => expect(await typesOf(intentId)).toEqual(types),
  );
});

test('a PIX in time that meets the cancel is a payment', async () => {
  const intentId = await charged('CHARGE_PAID_AT_CANCEL');
  suite.world.clock.advance(301_000);
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual(DELIVERED);
});

test.each([
  [{ amount: 0 }, 'amount'],
  [{ amount: 1.005 }, 'amount'],
  [{ taxID: '11111111111' }, 'taxID'],
  [{ paidAt: 'yesterday' }, 'paidAt'],
  [{ payer: 'x' }, 'payer'],
])('%j is refused', async (body, field) => {
  expectInvalid(await pay('x', body), [field]);
});

test('a charge that a reset forgot cannot be paid', async () => {
  const intentId = await charged();
  await onSandbox(suite.world, suite.partner, 'reset');
  expectProblem(await pay(intentId), 409, 'WRONG_STATE');
});
