import request from 'supertest';
import { expectEveryRow } from '../../../every-row';
import { expectInvalid, expectProblem } from '../../../http/expect-problem';
import { DELIVERED, eventsIn, onSandbox, openCharge, typesAfterCharge } from '../../../http/sandbox/charged-cashin';
import { httpSuite } from '../../../http/suite';
import { workOff } from '../../../http/user/pay-on-chain';

const suite = httpSuite({ fresh: true });

const charged = (scenario?: string) => openCharge(suite.world, suite.user, scenario);
const control = (path: string, body: object = {}) => onSandbox(suite.world, suite.partner, path, body);
const pay = (intentId: string, body: object = {}) => control(`charges/${intentId}/pay`, body);
const typesOf = (intentId: string) => typesAfterCharge(suite.world, intentId);
const dataOf = async (intentId: string, type: string) =>
  (await eventsIn(suite.world, intentId)).find((event) => event.type === type)?.data;

const REFUNDED = ['CashinFailed', 'ChargeRefundDue', 'ChargeRefundDispatched', 'ChargeRefundDone'];
const GIVEN_BACK = ['PixReceived', 'ChargeRefundDue', 'CashinFailed', 'ChargeRefundDispatched', 'ChargeRefundDone'];
const UNDER_WAY = DELIVERED.slice(0, 4);
const HELD = ['PixReceived', 'PixAccepted', 'DisputeOpened'];

test('delivers a paid charge in the exact amount, and completes the intent', async () => {
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

test('refunds the whole PIX of a charge that the bank reports as paid late', async () => {
  const intentId = await charged();
  await pay(intentId, { paidAt: '2999-01-01T00:00:00Z' });
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual(GIVEN_BACK);
  expect(await dataOf(intentId, 'ChargeRefundDone')).toMatchObject({ amountCents: '15000', reason: 'LATE' });
});

test('expires an unpaid charge, and refunds a PIX that is paid later', async () => {
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

test('returns the second PIX of a charge that was paid twice, and delivers the first', async () => {
  const intentId = await charged();
  await pay(intentId);
  suite.world.clock.advance(1_000);
  await pay(intentId);
  await workOff(suite.world);
  const types = await typesOf(intentId);
  expect(types.filter((type) => type === 'CashinCompleted' || type === 'ChargeRefundDone')).toHaveLength(2);
  expect(await dataOf(intentId, 'ChargeRefundDone')).toMatchObject({ reason: 'DUPLICATE', amountCents: '15000' });
});

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
  ['DELIVERY_STUCK', true, UNDER_WAY],
  ['DELIVERY_NO_TRUSTLINE', true, [...DELIVERED.slice(0, 3), 'DeliveryFailed', ...REFUNDED]],
  ['DELIVERY_FAILED', true, [...UNDER_WAY, 'DeliveryFailed', ...REFUNDED]],
];

test('each scenario runs to its end', async () => {
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

test('a PIX paid in time counts as a payment although the charge is being cancelled', async () => {
  const intentId = await charged('CHARGE_PAID_AT_CANCEL');
  suite.world.clock.advance(301_000);
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual(DELIVERED);
});

/** An intent whose delivery never ends by itself. */
const stuck = async (): Promise<string> => {
  const intentId = await charged('DELIVERY_STUCK');
  await pay(intentId);
  await workOff(suite.world);
  return intentId;
};

/** An intent whose PIX is paid and disputed before its charge is looked at. */
const held = async (): Promise<string> => {
  const intentId = await charged('CHARGE_DISPUTED');
  suite.world.clock.advance(4_000);
  await workOff(suite.world);
  return intentId;
};

const WAITING = [
  ['deliveries', stuck, UNDER_WAY],
  ['disputes', held, HELD],
] as const;

const ENDS = [
  ['deliveries', 'CONFIRMED', DELIVERED],
  ['deliveries', 'FAILED', [...UNDER_WAY, 'DeliveryFailed', ...REFUNDED]],
  ['disputes', 'WON', [...HELD, 'DisputeWon', ...DELIVERED.slice(2)]],
  ['disputes', 'LOST', [...HELD, 'DisputeLost', 'CashinFailed']],
] as const;

test.each(ENDS)('the control call of %s decides %s once and writes no event itself', async (what, decision, types) => {
  const [, open, before] = WAITING.find(([name]) => name === what)!;
  const other = ENDS.find(([name, end]) => name === what && end !== decision)![1];
  const intentId = await open();
  expect(await typesOf(intentId)).toEqual(before);
  const events = await suite.world.eventCount();
  const decide = (end: string) => control(`${what}/${intentId}/decide`, { decision: end });
  const told = what === 'disputes' ? { endToEndId: expect.stringMatching(/^sbx_E/) as string, amount: 150 } : {};
  for (const answer of [await decide(decision), await decide(decision)])
    expect([answer.status, answer.body.data]).toEqual([200, { intentId, decision, ...told }]);
  expectProblem(await decide(other), 409, 'WRONG_STATE');
  expect(await suite.world.eventCount()).toBe(events);
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual(types);
  expectProblem(await decide(other), 409, 'WRONG_STATE');
});

test('a dispute after the delivery holds nothing, and its loss does not change the end', async () => {
  const intentId = await charged('CHARGE_DISPUTED');
  suite.world.clock.advance(2_000);
  await workOff(suite.world, 100);
  await workOff(suite.world);
  const told = [...UNDER_WAY, 'DisputeOpened', ...DELIVERED.slice(4)];
  expect(await typesOf(intentId)).toEqual(told);
  expect((await control(`disputes/${intentId}/decide`, { decision: 'LOST' })).status).toBe(200);
  suite.world.clock.advance(3_600_000);
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual([...told, 'DisputeLost']);
});

test('a dispute that a reset deleted is won, and the held amount is delivered', async () => {
  const intentId = await held();
  await control('reset');
  suite.world.clock.advance(3_600_000);
  await workOff(suite.world);
  expect(await typesOf(intentId)).toEqual([...HELD, 'DisputeWon', ...DELIVERED.slice(2)]);
});

test('decides nothing before the object exists, or after a reset has deleted it', async () => {
  const unsent = await charged('DELIVERY_STUCK');
  const undisputed = await charged('CHARGE_DISPUTED');
  suite.world.clock.advance(3_999);
  const forgotten = [await stuck(), await held(), await charged()] as const;
  await control('reset');
  const asked = [
    ...[`deliveries/${unsent}`, `deliveries/${forgotten[0]}`].map((path) => [`${path}/decide`, 'CONFIRMED']),
    ...[`disputes/${undisputed}`, `disputes/${forgotten[1]}`].map((path) => [`${path}/decide`, 'LOST']),
  ];
  for (const [path = '', decision] of asked) expectProblem(await control(path, { decision }), 409, 'WRONG_STATE');
  expectProblem(await pay(forgotten[2]), 409, 'WRONG_STATE');
});

test.each([
  ['charges/x/pay', { amount: 0 }, 'amount'],
  ['charges/x/pay', { amount: 1.005 }, 'amount'],
  ['charges/x/pay', { taxID: '11111111111' }, 'taxID'],
  ['charges/x/pay', { paidAt: 'yesterday' }, 'paidAt'],
  ['charges/x/pay', { payer: 'x' }, 'payer'],
  ...['SETTLED', '', null, undefined, 1].map(
    (decision) => ['deliveries/x/decide', { decision }, 'decision'] as [string, object, string],
  ),
  ...['ACCEPTED', '', null, undefined, 1].map(
    (decision) => ['disputes/x/decide', { decision }, 'decision'] as [string, object, string],
  ),
])('%s refuses %j', async (path, body, field) => {
  expectInvalid(await control(path, body), [field]);
});
