import request from 'supertest';
import { expectInvalid, expectProblem } from '../../../http/expect-problem';
import { DELIVERED, eventsIn, onSandbox, openCharge, typesAfterCharge } from '../../../http/sandbox/charged-cashin';
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

const OTHER_TAX_ID = '404.428.201-35';

const charged = (scenario?: string) => openCharge(world, user, scenario);

const pay = (intentId: string, body: object = {}, owner: Pick<Partner, 'apiKey'> = partner) =>
  onSandbox(world, owner, `charges/${intentId}/pay`, body);

const typesOf = (intentId: string) => typesAfterCharge(world, intentId);
const dataOf = async (intentId: string, type: string) =>
  (await eventsIn(world, intentId)).find((event) => event.type === type)?.data;

const GIVEN_BACK = ['PixReceived', 'ChargeRefundDue', 'CashinFailed', 'ChargeRefundDispatched', 'ChargeRefundDone'];

test('a charge that is paid is delivered, exactly, and the intent completes', async () => {
  const intentId = await charged();
  const paid = await pay(intentId);
  expect([paid.status, paid.body.data]).toMatchObject([200, { intentId, state: 'PAID', payments: [{ amount: 150 }] }]);
  await workOff(world);
  expect(await typesOf(intentId)).toEqual(DELIVERED);
  const shown = await request(world.app)
    .get(`/api/v1/cashin/intent/${intentId}`)
    .set({ Authorization: `Bearer ${user.token}` });
  expect(shown.body.data).toMatchObject({ intentId, status: 'COMPLETED' });
});

test.each([
  ['too little', { amount: 149.99 }, 'UNDERPAID'],
  ['too much', { amount: 150.01 }, 'OVERPAID'],
  ['from another tax id', { taxID: OTHER_TAX_ID }, 'WRONG_PAYER'],
  ['late, as the bank says', { paidAt: '2999-01-01T00:00:00Z' }, 'LATE'],
])('paid %s it fails, and the whole PIX goes back', async (_name, body, reason) => {
  const intentId = await charged();
  expect((await pay(intentId, body)).status).toBe(200);
  await workOff(world);
  expect(await typesOf(intentId)).toEqual(GIVEN_BACK);
  const received = (await dataOf(intentId, 'PixReceived')) as { readonly amountCents: string };
  expect(await dataOf(intentId, 'ChargeRefundDone')).toMatchObject({ amountCents: received.amountCents, reason });
});

test('paid by nobody it expires, after the charge was cancelled; paid after that, the PIX goes back', async () => {
  const intentId = await charged();
  world.clock.advance(301_000);
  await workOff(world);
  expect(await typesOf(intentId)).toEqual(['CashinExpired']);
  await pay(intentId);
  world.clock.advance(60_000);
  await workOff(world);
  expect((await typesOf(intentId)).slice(1)).toEqual([
    ...['PixReceived', 'ChargeRefundDue', 'ChargeRefundDispatched', 'ChargeRefundDone'],
  ]);
});

test('paid twice, the second PIX goes back and the first one is delivered', async () => {
  const intentId = await charged();
  await pay(intentId);
  world.clock.advance(1_000);
  await pay(intentId);
  await workOff(world);
  const types = await typesOf(intentId);
  expect(types.filter((type) => type === 'CashinCompleted' || type === 'ChargeRefundDone')).toHaveLength(2);
  expect(await dataOf(intentId, 'ChargeRefundDone')).toMatchObject({ reason: 'DUPLICATE', amountCents: '15000' });
});

test.each([
  ['CHARGE_PAID', DELIVERED],
  ['CHARGE_UNDERPAID', GIVEN_BACK],
  ['CHARGE_OVERPAID', GIVEN_BACK],
  ['CHARGE_WRONG_PAYER', GIVEN_BACK],
  ['REFUND_REFUSED', [...GIVEN_BACK.slice(0, 4), 'ChargeRefundRejected']],
  ['REFUND_UNANSWERED', [...GIVEN_BACK.slice(0, 4), 'ChargeRefundUnknown', 'ChargeRefundDone']],
])('the scenario %s is played to its end', async (scenario, types) => {
  const intentId = await charged(scenario);
  await workOff(world);
  expect(await typesOf(intentId)).toEqual(types);
});

test('a PIX in time that meets the cancel is a payment', async () => {
  const intentId = await charged('CHARGE_PAID_AT_CANCEL');
  world.clock.advance(301_000);
  await workOff(world);
  expect(await typesOf(intentId)).toEqual(DELIVERED);
});

test.each([
  ['DELIVERY_REPLACED', DELIVERED],
  ['DELIVERY_UNANSWERED', DELIVERED],
  ['DELIVERY_STUCK', DELIVERED.slice(0, 4)],
  [
    'DELIVERY_NO_TRUSTLINE',
    [
      ...[...DELIVERED.slice(0, 3), 'DeliveryFailed', 'CashinFailed', 'ChargeRefundDue'],
      ...['ChargeRefundDispatched', 'ChargeRefundDone'],
    ],
  ],
  [
    'DELIVERY_FAILED',
    [
      ...[...DELIVERED.slice(0, 4), 'DeliveryFailed', 'CashinFailed', 'ChargeRefundDue'],
      ...['ChargeRefundDispatched', 'ChargeRefundDone'],
    ],
  ],
])('the scenario %s of a delivery is played to its end', async (scenario, types) => {
  const intentId = await charged(scenario);
  await pay(intentId);
  await workOff(world);
  expect(await typesOf(intentId)).toEqual(types);
});

test('is nobody’s but the partner’s whose intent it is, and writes nothing by itself', async () => {
  const intentId = await charged();
  const before = await world.eventCount();
  expectProblem(await pay(intentId, {}, await world.partner()), 404, 'INTENT_NOT_FOUND');
  for (const unknown of ['x', '1f0e3a4b-5c6d-5e7f-8a9b-0c1d2e3f4a5b'])
    expectProblem(await pay(unknown), 404, 'INTENT_NOT_FOUND');
  const between = await world.eventCount();
  expect((await pay(intentId)).status).toBe(200);
  expect(await world.eventCount()).toBe(between);
  expect(between).toBeGreaterThanOrEqual(before);
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
  await onSandbox(world, partner, 'reset');
  expectProblem(await pay(intentId), 409, 'WRONG_STATE');
});
