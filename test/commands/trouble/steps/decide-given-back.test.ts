import type { LedgerEvent } from '../../../../aggregates/events';
import { recordDelivery } from '../../../../commands/cashin/delivery/send-delivery';
import { dispatchRefund } from '../../../../commands/cashin/refund/dispatch-refund';
import { recordRefund } from '../../../../commands/cashin/refund/record-refund';
import { decide as decideStep } from '../../../../commands/trouble/decide';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { happened } from '../../../core';
import { charge, paidPix, refund } from '../../../doubles/scripted-charges';
import { failed } from '../../../doubles/scripted-provider';
import { PAID, type Script, step } from '../../cashin/cashing';
import { asked } from '../../operator/asked';
import {
  BREACH,
  back,
  contradicted,
  DECIDED,
  DISPATCHED,
  deciding,
  deliveryId,
  FOREIGN,
  failedOnce,
  GONE,
  OWED,
  REFUSED,
  refused,
  requested,
  SENT,
  saying,
  there,
  UNASKABLE,
  UNKNOWN,
  UNTOLD,
} from './deciding';

type Case = readonly [string, readonly LedgerEvent[], Script];
const IN_DOUBT = [...SENT, contradicted];

describe('a PIX that two operators decide as given back', () => {
  const ENDED = ['DeliveryFailed', 'CashinFailed'];

  test.each<[...Case, readonly string[]]>([
    ['its delivery is in contradiction', IN_DOUBT, {}, ENDED],
    ['its delivery failed after a contradiction', IN_DOUBT, saying('FAILED'), ENDED],
    ['nothing is told after a contradiction', IN_DOUBT, UNTOLD, ENDED],
    ['no delivery was asked for before a contradiction', [...PAID, contradicted], {}, ['CashinFailed']],
    ['no cash-in took it', [event('PixReceived'), contradicted], {}, ['CashinFailed']],
    ['no delivery was asked for in 2 h', PAID, UNASKABLE, ['CashinFailed']],
    ['no delivery was sent in 2 h', [...PAID, requested], UNASKABLE, ENDED],
    ['its delivery failed once, 2 h ago', [...SENT, failedOnce], {}, ['CashinFailed']],
    ['its delivery, sent 2 h ago, is not known', SENT, {}, ENDED],
    ['its delivery, sent 2 h ago, is not told of', SENT, UNTOLD, ENDED],
    ['its delivery was sent by a provider that is not here', SENT, GONE, ENDED],
  ])('fails its cash-in: %s', async (_what, history, script, ends) => {
    const { both, told } = await deciding(script, ...history);
    expect(await both(back)).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
    const events = await told();
    expect(events.map(({ type }) => type)).toEqual([...DECIDED, ...ends, 'ChargeRefundDue', 'ChargeRefundDone']);
    expect(events.find(({ type }) => type === 'CashinFailed')?.data).toMatchObject({
      ...{ reasonCode: 'DECIDED_UNPAID', refundDue: true },
    });
    expect(events.at(-1)?.data).toMatchObject({ endToEndId: 'E1', amountCents: '15000', returnId: 'E2E-77' });
  });

  const partBack = (refunded: bigint): Script => ({ get: [charge('PAID', { payments: [paidPix({ refunded })] })] });

  test.each<Case>([
    ['was refused', REFUSED, {}],
    ['is unknown for 2 h', UNKNOWN, {}],
    ['is owed after a contradiction', [...OWED, contradicted], { get: [charge('PAID')] }],
    ['is on its way after a contradiction', [...DISPATCHED, contradicted], {}],
    ['is of another amount', [...DISPATCHED, contradicted], { getRefund: [refund('DONE', { amount: 1n })] }],
    ['went back by no order of ours', OWED, partBack(15_000n)],
    ['has a part that went back by no order of ours', OWED, partBack(1n)],
    ['has a provider that is not here', OWED, { name: 'other' }],
    ['has a provider that does not answer', OWED, { get: [failed('UNAVAILABLE')] }],
    ['has a charge that does not tell of it', OWED, { get: [charge('ACTIVE')] }],
  ])('ends when its refund %s, and is not refunded again', async (_what, history, script) => {
    const { both, since, deps, charges } = await deciding(script, ...history);
    expect(await both(back)).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
    expect((await since()).slice(-2)).toEqual(['CashinDecided', 'ChargeRefundDone']);
    expect(await dispatchRefund(deps)({ ...step, endToEndId: 'E1' })).toBe('done');
    expect(charges.refunds).toEqual([]);
  });

  test('ends when the partner delivers and its user stays blocked', async () => {
    const created = { deliveryMode: 'PARTNER', deliveryProvider: null } as const;
    const { both, since } = await deciding({ created }, ...PAID, event('UserBlocked', { userId: 'u1' }));
    expect(await both(back)).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
    expect((await since()).at(-1)).toBe('ChargeRefundDone');
  });

  const arrivedFor = [...SENT, event('DeliveryConfirmed', { deliveryId }), event('CashinCompleted'), contradicted];
  const notKnown = 'may be refunded';

  test.each<[...Case, string, (readonly string[])?]>([
    ['its delivery is on its way', IN_DOUBT, saying('BROADCAST'), 'BROADCAST'],
    ['its delivery is on its way without a contradiction', SENT, saying('BROADCAST'), 'BROADCAST'],
    ['its delivery arrived', IN_DOUBT, saying('CONFIRMED', { amount: 1n }), 'CONFIRMED'],
    [
      'its delivery is told to have arrived',
      SENT,
      saying('CONFIRMED'),
      'as CONFIRMED',
      ['DeliveryConfirmed', 'CashinCompleted'],
    ],
    ['its delivery has failed for good', SENT, saying('FAILED'), 'in progress', [...ENDED, 'ChargeRefundDue']],
    ['its delivery may be sent again', IN_DOUBT, saying('PREPARED'), 'does not report'],
    ['its delivery may be sent again without a contradiction', SENT, saying('PREPARED'), 'does not report'],
    ['what is told of its delivery cannot be', SENT, BREACH, 'may have arrived'],
    ['what is told of its delivery cannot be, after a contradiction', IN_DOUBT, BREACH, 'may have arrived'],
    ['another delivery is told of', SENT, FOREIGN, 'may have arrived'],
    ['no PIX paid for it', [event('PixReceived')], {}, 'may still continue by itself'],
    ['its refund is on its way', [...UNKNOWN, contradicted], { getRefund: [refund('PROCESSING')] }, 'PROCESSING'],
    ['what is told of its refund cannot be', UNKNOWN, { getRefund: [failed('UNKNOWN', 'PROTOCOL')] }, notKnown],
    ['another refund is told of', UNKNOWN, { getRefund: [refund('DONE', { idempotencyKey: 'refund2' })] }, notKnown],
    [
      'its refund is told to be made',
      UNKNOWN,
      { getRefund: [refund('DONE')] },
      'was already refunded',
      ['ChargeRefundDone'],
    ],
    ['its refund was just sent', DISPATCHED, {}, 'in progress'],
    ['it is to be sent', OWED, { get: [charge('PAID')] }, 'in progress'],
    ['it is to be sent by a simulator that was reset', OWED, { get: [failed('NOT_FOUND')] }, 'in progress'],
    ['it has gone back', [...DISPATCHED, event('ChargeRefundDone'), contradicted], {}, 'was already refunded'],
    ['it was delivered for', arrivedFor, {}, 'was delivered'],
    ['its bank disputes it', [...REFUSED, event('DisputeOpened')], {}, 'is disputed'],
    ['a loss of the log holds it', [...REFUSED, event('CashinHeld')], {}, 'release it first'],
    ['it never came', [contradicted], {}, 'no PIX E1'],
  ])('is not decided while %s', async (_what, history, script, ...[why, recorded = []]) => {
    const { decide, since } = await deciding(script, ...history);
    await expect(decide('ana', back)).rejects.toMatchObject(refused(why));
    const events = await since();
    expect(events.filter((type) => type.startsWith('CashinDeci'))).toEqual([]);
    expect(events).toEqual(expect.arrayContaining([...recorded]));
  });

  test.each<[...Case, number, string]>([
    ['a delivery that its provider does not know', IN_DOUBT, {}, 60, 'does not report the outcome of the delivery'],
    ['a refund that its provider does not know', [...DISPATCHED, contradicted], {}, 60, 'in progress'],
    ['a delivery that is not told of', SENT, UNTOLD, 7_263, 'does not report the outcome of the delivery'],
    ['a refund that cannot be sent', OWED, { get: [failed('UNAVAILABLE')] }, 65 + 7_199, 'in progress'],
  ])('is not decided within 2 h: %s', async (_what, history, script, ...[seconds, why]) => {
    const { decide, at, since } = await deciding(script, ...history);
    at(seconds);
    await expect(decide('ana', back)).rejects.toMatchObject(refused(why));
    expect(await since()).toEqual([]);
  });

  test('is a contradiction with a later refund or delivery, and completes no cash-in', async () => {
    const { both, since, deps } = await deciding({ getRefund: [failed('NOT_FOUND')] }, ...UNKNOWN);
    await both(back);
    const given = { kind: 'DONE', amountCents: '15000', returnId: 'D1' } as const;
    const state = { contradictions: [] };
    await recordRefund(deps)({ ...step, state, refundKey: 'refund1', outcome: given, dispatchedAt: null });
    expect((await since()).at(-1)).toBe('CashinContradicted');
    const sent = await deciding({}, ...IN_DOUBT);
    await sent.both(back);
    const said = { txId: '0xd9', deliveredBaseUnits: '27000000', debitedCents: null, networkFeeBaseUnits: null };
    const outcome = { kind: 'CONFIRMED', ...said, blockTime: time(70) } as const;
    await recordDelivery(sent.deps)({ ...step, state: { contradictions: ['of its amount'] }, deliveryId, outcome });
    expect((await sent.since()).at(-1)).toBe('CashinContradicted');
  });
});

test('needs a new first decision after a contradiction, and never from an approver', async () => {
  const { decide, since } = await deciding({}, ...IN_DOUBT);
  await expect(decide('eva', back, false)).rejects.toMatchObject(refused('No operator has proposed'));
  await decide('ana', back);
  await expect(decide('eva', there, false)).rejects.toMatchObject(refused('No operator has proposed'));
  const again = await deciding({}, ...IN_DOUBT, event('CashinDecisionProposed', { end: back }));
  await happened(again.deps.eventStore, event('CashinContradicted', { detail: 'another' }));
  expect(await again.decide('bob', back)).toBe('PROPOSED');
  expect(await decide('eva', back, false)).toBe('DECIDED');
  expect((await since()).at(-1)).toBe('ChargeRefundDone');
});

test.each<[Parameters<Awaited<ReturnType<typeof deciding>>['decide']>[1], string]>([
  [{ ...back, transfer: '?' }, 'VALIDATION_ERROR'],
  [{ ...there, txId: 'a b' }, 'VALIDATION_ERROR'],
  [{ ...there, deliveredBaseUnits: '0' }, 'VALIDATION_ERROR'],
])('refuses a decision without a valid transfer: %j', async (end, code) => {
  const { decide } = await deciding({}, ...IN_DOUBT);
  await expect(decide('ana', end)).rejects.toMatchObject({ rejection: { code } });
});

test('refuses an unknown cash-in, and asks no provider without its configuration', async () => {
  const { deps, decide } = await deciding({}, ...IN_DOUBT);
  const nowhere = decideStep(deps)({ paymentId: 'cash9', outcome: back, by: 'ana', mayPropose: true }, asked(deps));
  await expect(nowhere).rejects.toMatchObject({ rejection: { code: 'INTENT_NOT_FOUND' } });
  const nobody = { ...deps, cryptoDeliveries: { named: () => null }, chargeProviders: { named: () => null } };
  const alone = decideStep(nobody)({ paymentId: 'cash1', outcome: back, by: 'ana', mayPropose: true }, asked(deps));
  expect([await alone, await decide('bob', back)]).toEqual(['PROPOSED', 'DECIDED']);
});
