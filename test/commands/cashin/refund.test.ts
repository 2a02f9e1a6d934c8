import type { LedgerEvent } from '../../../aggregates/events';
import { dispatchRefund } from '../../../commands/cashin/refund/dispatch-refund';
import { resolveRefund } from '../../../commands/cashin/refund/resolve-refund';
import { refundKeyOf } from '../../../commands/handling/deterministic-ids';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { charge, paidPix, refund } from '../../doubles/scripted-charges';
import { failed } from '../../doubles/scripted-provider';
import { cashing, type Script, step } from './cashing';

const KEY = refundKeyOf('cash1', 'E1', 1);
const OWED = [event('PixReceived'), event('ChargeRefundDue', { reason: 'LATE' }), event('CashinFailed')];
const DISPATCHED = [...OWED, event('ChargeRefundDispatched', { refundKey: KEY })];
const UNKNOWN = [...DISPATCHED, event('ChargeRefundUnknown', { refundKey: KEY })];
const SINCE_MS = Date.parse(time(66));

const refunding = async (script: Script, history: readonly LedgerEvent[] = OWED) => {
  const world = await cashing({ get: [charge('PAID')], ...script }, ...history);
  world.at(66);
  const resolve = (seconds: number, causeEventId = `look${seconds}`) => {
    world.at(seconds);
    const asked = { ...step, causeEventId, endToEndId: 'E1', refundKey: KEY, sinceMs: SINCE_MS };
    return resolveRefund(world.deps)(asked);
  };
  return { ...world, resolve, dispatch: () => dispatchRefund(world.deps)({ ...step, endToEndId: 'E1' }) };
};

describe('the worker that sends a refund', () => {
  test('sends the whole PIX under its own key after the fence', async () => {
    const { dispatch, told, charges } = await refunding({ refund: [refund('DONE')] });
    expect(await dispatch()).toBe('done');
    expect((await told()).map(({ type }) => type)).toEqual(['ChargeRefundDispatched', 'ChargeRefundDone']);
    expect((await told())[0]).toEqual(event('ChargeRefundDispatched', { refundKey: KEY }));
    expect(charges.refunds).toMatchObject([
      { idempotencyKey: KEY, chargeKey: 'cash1', endToEndId: 'E1', amount: 15_000n, notAfter: time(81) },
    ]);
  });

  test('sends it once when two workers try', async () => {
    const { deps, since, charges } = await refunding({ refund: [refund('PROCESSING')] });
    const owed = { ...step, endToEndId: 'E1' };
    await Promise.all([dispatchRefund(deps)(owed), dispatchRefund({ ...deps, workerId: 'w2' })(owed)]);
    expect(await since()).toEqual(['ChargeRefundDispatched']);
    expect(charges.refunds).toHaveLength(1);
  });

  test.each([
    ['timed out', failed('UNKNOWN', 'TIMEOUT'), 'ChargeRefundUnknown'],
    ['unavailable', failed('UNAVAILABLE'), 'ChargeRefundUnknown'],
    ['known already', failed('REJECTED', 'DUPLICATE_KEY'), 'ChargeRefundUnknown'],
    ['broken', new Error('bug'), 'ChargeRefundUnknown'],
    ['the answer has another key', refund('DONE', { idempotencyKey: 'other' }), 'ChargeRefundUnknown'],
    ['in a state that nobody knows', refund('PAID' as never), 'ChargeRefundUnknown'],
    ['refused', failed('REJECTED', 'ACCOUNT_CLOSED'), 'ChargeRefundRejected'],
    ['refused later', refund('FAILED'), 'ChargeRefundRejected'],
    ['of another amount', refund('DONE', { amount: 14_999n }), 'CashinContradicted'],
  ])('records the outcome of an answer that is %s', async (_name, answer, type) => {
    const { dispatch, since } = await refunding({ refund: [answer] });
    await dispatch();
    expect(await since()).toEqual(['ChargeRefundDispatched', type]);
  });

  test('repeats immediately only an order that certainly was not sent, within its time', async () => {
    const { dispatch, charges, since } = await refunding({ refund: [failed('RETRYABLE'), refund('DONE')] });
    await dispatch();
    expect(charges.refunds.map(({ idempotencyKey }) => idempotencyKey)).toEqual([KEY, KEY]);
    expect((await since()).at(-1)).toBe('ChargeRefundDone');
  });

  test('makes a new attempt after a temporary refusal, and alerts after a lasting one', async () => {
    const poor = await refunding({ refund: [failed('REJECTED', 'INSUFFICIENT_FUNDS'), refund('DONE')] });
    await poor.dispatch();
    poor.at(96);
    await poor.dispatch();
    expect(poor.charges.refunds.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      KEY,
      refundKeyOf('cash1', 'E1', 2),
    ]);
    expect(poor.alerts()).toEqual([]);
    const refused = await refunding({ refund: [failed('REJECTED', 'ACCOUNT_CLOSED')] });
    await refused.dispatch();
    expect(refused.alerts()).toEqual(['A refund was refused: an operator must return the money']);
  });

  test.each([
    ['something of it has gone back already', charge('PAID', { payments: [paidPix({ refunded: 1n })] }), 1],
    ['the provider does not know the PIX', charge('PAID', { payments: [paidPix({ endToEndId: 'E2' })] }), 0],
    ['the provider says another amount of it', charge('PAID', { payments: [paidPix({ amount: 1n })] }), 0],
    ['nobody says what is left of it', failed('UNAVAILABLE'), 0],
  ])('sends no refund while %s', async (_name, answer, alerted) => {
    const { dispatch, since, charges, alerts } = await refunding({ get: [answer] });
    expect(await dispatch()).not.toBe('done');
    expect([await since(), charges.refunds, alerts().length]).toEqual([[], [], alerted]);
  });

  test.each([
    ['the PIX is disputed', [event('DisputeOpened')]],
    ['a provider contradicts itself', [event('CashinContradicted')]],
  ])('sends no refund while %s', async (_name, history) => {
    const { dispatch, since, charges } = await refunding({}, [...OWED, ...history]);
    expect(await dispatch()).not.toBe('done');
    expect([await since(), charges.calls]).toEqual([[], []]);
  });

  test.each([
    ['OPENED', 'DisputeOpened'],
    ['ACCEPTED', 'DisputeLost'],
  ] as const)('sends no refund of a PIX when the last question finds its dispute %s', async (state, type) => {
    const dispute = { disputeId: 'med1', endToEndId: 'E1', amount: 15_000n, state };
    const { dispatch, since, charges } = await refunding({ get: [charge('PAID', { disputes: [dispute] })] });
    await dispatch();
    expect([(await since()).at(-1), charges.refunds]).toEqual([type, []]);
    await dispatch();
    expect(charges.refunds).toEqual([]);
  });

  test('sends it only through the provider of the charge', async () => {
    const { dispatch, since, alerts } = await refunding({ name: 'other' });
    await dispatch();
    expect([await since(), alerts().length]).toEqual([[], 1]);
  });
});

describe('a refund that was sent', () => {
  test.each([
    ['made', refund('DONE'), 'ChargeRefundDone'],
    ['refused', refund('FAILED'), 'ChargeRefundRejected'],
  ])('is recorded when it is found %s', async (_name, answer, type) => {
    const { resolve, since } = await refunding({ getRefund: [answer] }, DISPATCHED);
    expect(await resolve(68)).toBe('done');
    expect(await since()).toEqual([type]);
  });

  test('becomes UNKNOWN 15 s after its last possible sending, and not before', async () => {
    const { resolve, since } = await refunding({ getRefund: [failed('UNAVAILABLE')] }, DISPATCHED);
    await resolve(95);
    expect(await since()).toEqual([]);
    await resolve(96);
    expect(await since()).toEqual(['ChargeRefundUnknown']);
  });

  const lost = { getRefund: [failed('NOT_FOUND')], refund: [refund('DONE')] };
  const AFTER_GRACE = 97 + 600;

  test('is sent again under the same key when it is unknown after the grace', async () => {
    const { resolve, since, charges } = await refunding(lost, UNKNOWN);
    await resolve(AFTER_GRACE - 1);
    expect(charges.refunds).toEqual([]);
    await resolve(AFTER_GRACE);
    expect(charges.refunds.map(({ idempotencyKey }) => idempotencyKey)).toEqual([KEY]);
    expect(await since()).toEqual(['ChargeRefundDispatched', 'ChargeRefundDone']);
  });

  test('is not sent again when a dispute appears', async () => {
    const dispute = { disputeId: 'med1', endToEndId: 'E1', amount: 15_000n, state: 'OPENED' } as const;
    const { resolve, charges } = await refunding({ ...lost, get: [charge('PAID', { disputes: [dispute] })] }, UNKNOWN);
    await resolve(AFTER_GRACE);
    expect(charges.refunds).toEqual([]);
  });

  test.each([
    ['the provider keeps no keys', { ...lost, idempotency: 'LOOKUP_ONLY' as const }, AFTER_GRACE],
    [
      'something has gone back',
      { ...lost, get: [charge('PAID', { payments: [paidPix({ refunded: 15_000n })] })] },
      AFTER_GRACE,
    ],
    ['nobody says what is left', { ...lost, get: [failed('UNAVAILABLE')] }, AFTER_GRACE],
    ['the question is refused', { ...lost, getRefund: [failed('REJECTED')] }, AFTER_GRACE],
    ['two hours have passed', { ...lost, mode: 'live' as const, created: { mode: 'live' as const } }, 66 + 7_201],
  ])('is not sent again while %s', async (_name, script, seconds) => {
    const { resolve, charges } = await refunding(script, UNKNOWN);
    await resolve(seconds);
    expect(charges.refunds).toEqual([]);
  });

  const reset = { getRefund: [failed('NOT_FOUND')], get: [failed('NOT_FOUND')] };
  const refused = [failed('REJECTED')];

  test('is sent again at any time when a simulator lost its charge, and takes the new answer', async () => {
    const { resolve, since } = await refunding({ ...reset, refund: refused }, UNKNOWN);
    expect(await resolve(66 + 7_201)).toBe('done');
    expect(await since()).toEqual(['ChargeRefundDispatched', 'ChargeRefundRejected']);
  });

  test('is not sent again when a live provider lost its charge', async () => {
    const live = { mode: 'live', created: { mode: 'live' } } as const;
    const { resolve, charges } = await refunding({ ...reset, ...live, refund: refused }, UNKNOWN);
    await resolve(AFTER_GRACE);
    expect(charges.refunds).toEqual([]);
  });

  test.each([
    ['unanswered', failed('UNAVAILABLE'), 'ChargeRefundUnknown'],
    ['there is not so much left', failed('REJECTED', 'AMOUNT_OUT_OF_RANGE'), 'ChargeRefundUnknown'],
    ['another refusal', failed('REJECTED', 'ACCOUNT_CLOSED'), 'ChargeRefundRejected'],
  ])('records the outcome of a second sending: %s', async (_name, answer, type) => {
    const { resolve, since } = await refunding({ ...lost, refund: [answer] }, UNKNOWN);
    await resolve(AFTER_GRACE);
    expect(await since()).toEqual(['ChargeRefundDispatched', type]);
  });

  test.each([
    [15 * 60, 0],
    [15 * 60 + 1, 1],
  ])('raises after %i s %i alert', async (seconds, count) => {
    const { resolve, alerts } = await refunding({ getRefund: [refund('PROCESSING')] }, UNKNOWN);
    await resolve(66 + seconds);
    expect(alerts()).toHaveLength(count);
  });

  test('belongs to an operator after two hours', async () => {
    const { resolve, alerts } = await refunding({ getRefund: [refund('PROCESSING')] }, UNKNOWN);
    expect(await resolve(66 + 7_201)).toEqual({ askAgainAtMs: SINCE_MS + 7_201_000 + 300_000 });
    expect(alerts()).toEqual(['The outcome of a refund is unknown: an operator must decide']);
  });
});
