import type { CashinEnd } from '../../../../aggregates/cashin/events';
import type { LedgerEvent } from '../../../../aggregates/events';
import { recordRefund } from '../../../../commands/cashin/record-refund';
import { recordDelivery } from '../../../../commands/cashin/send-delivery';
import { decide as decideStep } from '../../../../commands/trouble/decide';
import { happened } from '../../../core';
import { charge, paidPix, refund } from '../../../doubles/scripted-charges';
import { delivery } from '../../../doubles/scripted-deliveries';
import { failed } from '../../../doubles/scripted-provider';
import { time } from '../../../samples/sample-data';
import { event } from '../../../samples/sample-events';
import { PAID, type Script, step } from '../../cashin/cashing';
import { asked } from '../../operator/asked';
import {
  back,
  contradicted,
  DISPATCHED,
  deciding,
  deliveryId,
  OWED,
  REFUSED,
  refused,
  SENT,
  there,
  UNKNOWN,
} from './deciding';

const DECIDED = ['CashinDecisionProposed', 'CashinDecided'];

describe('two operators gave a PIX back', () => {
  test.each<[string, readonly LedgerEvent[], Script, readonly string[]]>([
    ['that paid for a delivery in contradiction', [...SENT, contradicted], {}, ['DeliveryFailed', 'CashinFailed']],
    [
      'that paid for one that failed',
      [...SENT, contradicted],
      { delivery: { get: [delivery('FAILED')] } },
      ['DeliveryFailed', 'CashinFailed'],
    ],
    ['that paid for what nobody has asked for', [...PAID, contradicted], {}, ['CashinFailed']],
    ['that nobody took', [event('PixReceived'), contradicted], {}, ['CashinFailed']],
  ])('%s: the cash-in has failed', async (_what, history, script, ends) => {
    const { both, told } = await deciding(script, ...history);
    expect(await both(back)).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
    const events = await told();
    expect(events.map(({ type }) => type)).toEqual([...DECIDED, ...ends, 'ChargeRefundDue', 'ChargeRefundDone']);
    expect(events.find(({ type }) => type === 'CashinFailed')?.data).toMatchObject({
      ...{ reasonCode: 'DECIDED_UNPAID', refundDue: true },
    });
    expect(events.at(-1)?.data).toMatchObject({ endToEndId: 'E1', amountCents: '15000', returnId: 'E2E-77' });
  });

  test.each<[string, readonly LedgerEvent[], Script]>([
    ['was refused', REFUSED, {}],
    ['is unknown for 2 h', UNKNOWN, {}],
    ['is owed after a contradiction', [...OWED, contradicted], { get: [charge('PAID')] }],
    ['is on its way after a contradiction', [...DISPATCHED, contradicted], {}],
    ['is of another amount', [...DISPATCHED, contradicted], { getRefund: [refund('DONE', { amount: 1n })] }],
    ['went back by no order of ours', OWED, { get: [charge('PAID', { payments: [paidPix({ refunded: 15_000n })] })] }],
  ])('whose refund %s', async (_what, history, script) => {
    const { both, since } = await deciding(script, ...history);
    expect(await both(back)).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
    expect((await since()).slice(-2)).toEqual(['CashinDecided', 'ChargeRefundDone']);
  });

  test.each<[string, readonly LedgerEvent[], Script, string]>([
    [
      'its delivery is on its way',
      [...SENT, contradicted],
      { delivery: { get: [delivery('BROADCAST')] } },
      'BROADCAST',
    ],
    [
      'its delivery arrived',
      [...SENT, contradicted],
      { delivery: { get: [delivery('CONFIRMED', { amount: 1n })] } },
      'CONFIRMED',
    ],
    ['no PIX paid for it', [event('PixReceived')], {}, 'No provider has contradicted itself'],
    ['its refund is on its way', [...UNKNOWN, contradicted], { getRefund: [refund('PROCESSING')] }, 'PROCESSING'],
    [
      'what is told of its refund cannot be',
      UNKNOWN,
      { getRefund: [failed('UNKNOWN', 'PROTOCOL')] },
      'may have gone back',
    ],
    [
      'another refund is told of',
      UNKNOWN,
      { getRefund: [refund('DONE', { idempotencyKey: 'refund2' })] },
      'may have gone back',
    ],
    ['its refund was just sent', DISPATCHED, {}, 'on its way'],
    ['it is to be sent', OWED, { get: [charge('PAID')] }, 'on its way'],
    ['it has gone back', [...DISPATCHED, event('ChargeRefundDone'), contradicted], {}, 'has gone back already'],
    [
      'it was delivered for',
      [...SENT, event('DeliveryConfirmed', { deliveryId }), event('CashinCompleted'), contradicted],
      {},
      'was delivered for',
    ],
    ['its bank disputes it', [...REFUSED, event('DisputeOpened')], {}, 'is disputed'],
    ['a loss of the log holds it', [...REFUSED, event('CashinHeld')], {}, 'is released first'],
    ['it never came', [contradicted], {}, 'No PIX E1'],
  ])('is no word while %s', async (_what, history, script, why) => {
    const { decide, since } = await deciding(script, ...history);
    await expect(decide('ana', back)).rejects.toMatchObject(refused(why));
    expect((await since()).filter((type) => type.startsWith('CashinDeci'))).toEqual([]);
  });

  test('what its provider tells of is recorded, and ends it', async () => {
    const { decide, since } = await deciding({ getRefund: [refund('DONE')] }, ...UNKNOWN);
    await expect(decide('ana', back)).rejects.toMatchObject(refused('has gone back already'));
    expect(await since()).toEqual(['ChargeRefundDone']);
  });

  test('a refund of ours that comes to light after it is an alarm', async () => {
    const { both, since, deps } = await deciding({ getRefund: [failed('NOT_FOUND')] }, ...UNKNOWN);
    await both(back);
    const outcome = { kind: 'DONE', amountCents: '15000', returnId: 'D1' } as const;
    await recordRefund(deps)({
      ...step,
      state: { contradictions: [] },
      refundKey: 'refund1',
      outcome,
      dispatchedAt: null,
    });
    expect((await since()).at(-1)).toBe('CashinContradicted');
  });
});

describe('what was sent and is not told of is not decided', () => {
  const unsaid = 'does not say what became of the delivery';
  test.each<[string, Script, CashinEnd]>([
    ['may be sent again', { delivery: { get: [delivery('PREPARED')] } }, back],
    ['may be sent again by us', { delivery: { get: [delivery('PREPARED')] } }, there],
  ])('a delivery that %s', async (_what, script, end) => {
    const { decide, since } = await deciding(script, ...SENT, contradicted);
    await expect(decide('ana', end)).rejects.toMatchObject(refused(unsaid));
    expect(await since()).toEqual([]);
  });

  test.each<[string, readonly LedgerEvent[], string]>([
    ['a delivery', SENT, unsaid],
    ['a refund', DISPATCHED, 'on its way'],
  ])('%s whose provider does not know it yet, whatever is in contradiction', async (_what, history, why) => {
    const { decide, at, since } = await deciding({}, ...history, contradicted);
    at(60);
    await expect(decide('ana', back)).rejects.toMatchObject(refused(why));
    expect(await since()).toEqual([]);
  });
});

describe('two operators delivered', () => {
  test.each<[string, readonly LedgerEvent[], Script]>([
    ['what nobody knows of', [...SENT, contradicted], {}],
    [
      'the rest of it',
      [...SENT, contradicted],
      { delivery: { get: [delivery('CONFIRMED', { txId: '0xf1', amount: 1n })] } },
    ],
    ['what was not asked for', [...PAID, contradicted], {}],
  ])('%s: the cash-in is completed', async (_what, history, script) => {
    const { both, told } = await deciding(script, ...history);
    expect(await both(there)).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
    const events = await told();
    expect(events.map(({ type }) => type)).toEqual([...DECIDED, 'DeliveryConfirmed', 'CashinCompleted']);
    expect(events.at(-1)?.data).toMatchObject({ delivery: { txId: '0xf1', deliveryId, amountBaseUnits: '27000000' } });
  });

  test.each<[string, readonly LedgerEvent[], Script, string]>([
    ['it is on its way', [...SENT, contradicted], { delivery: { get: [delivery('REPLACED')] } }, 'REPLACED'],
    ['it failed', [...SENT, contradicted], { delivery: { get: [delivery('FAILED')] } }, 'FAILED'],
    [
      'another transaction did',
      [...SENT, contradicted],
      { delivery: { get: [delivery('CONFIRMED', { amount: 1n })] } },
      '0xd9 delivered 1',
    ],
    [
      'more was',
      [...SENT, contradicted],
      { delivery: { get: [delivery('CONFIRMED', { txId: '0xf1', amount: 28_000_000n })] } },
      '28000000',
    ],
    ['it may be sent yet', PAID, {}, 'No provider has contradicted itself'],
    ['nothing is owed', [...OWED, contradicted], {}, 'Nothing is owed of it in crypto'],
    ['its PIX is disputed', [...SENT, contradicted, event('DisputeOpened')], {}, 'is disputed'],
  ])('is no word while %s', async (_what, history, script, why) => {
    const { decide, since } = await deciding(script, ...history);
    await expect(decide('ana', there)).rejects.toMatchObject(refused(why));
    expect(await since()).not.toContain('CashinDecisionProposed');
  });

  test('is no word of less than is owed, or where the partner delivers', async () => {
    const { decide } = await deciding({}, ...SENT, contradicted);
    await expect(decide('ana', { ...there, deliveredBaseUnits: '26999999' })).rejects.toMatchObject(
      refused('are owed'),
    );
    const partners = await deciding(
      { created: { deliveryMode: 'PARTNER', deliveryProvider: null } },
      ...PAID,
      contradicted,
    );
    await expect(partners.decide('ana', there)).rejects.toMatchObject(refused('The partner delivers it'));
  });
});

test('what arrives after it was given back is an alarm that completes nothing', async () => {
  const { both, since, deps } = await deciding({}, ...SENT, contradicted);
  await both(back);
  const said = { txId: '0xd9', deliveredBaseUnits: '27000000', debitedCents: null, networkFeeBaseUnits: null };
  const outcome = { kind: 'CONFIRMED', ...said, blockTime: time(70) } as const;
  await recordDelivery(deps)({ ...step, state: { contradictions: ['of its amount'] }, deliveryId, outcome });
  expect((await since()).at(-1)).toBe('CashinContradicted');
});

test('a new contradiction takes back what the first has said, and an approver is never the first', async () => {
  const { decide, since } = await deciding({}, ...SENT, contradicted);
  await expect(decide('eva', back, false)).rejects.toMatchObject(refused('Nobody has proposed'));
  await decide('ana', back);
  await expect(decide('eva', there, false)).rejects.toMatchObject(refused('Nobody has proposed'));
  const again = await deciding({}, ...SENT, contradicted, event('CashinDecisionProposed', { end: back }));
  await happened(again.deps.eventStore, event('CashinContradicted', { detail: 'another' }));
  expect(await again.decide('bob', back)).toBe('PROPOSED');
  expect(await decide('eva', back, false)).toBe('DECIDED');
  expect((await since()).at(-1)).toBe('ChargeRefundDone');
});

test.each<[CashinEnd, string]>([
  [{ ...back, transfer: '?' }, 'VALIDATION_ERROR'],
  [{ ...there, txId: 'a b' }, 'VALIDATION_ERROR'],
  [{ ...there, deliveredBaseUnits: '0' }, 'VALIDATION_ERROR'],
])('what names no transfer is no word: %j', async (end, code) => {
  const { decide } = await deciding({}, ...SENT, contradicted);
  await expect(decide('ana', end)).rejects.toMatchObject({ rejection: { code } });
});

test('nothing is decided of what is not there; nobody is asked who is not configured', async () => {
  const { deps, decide } = await deciding({}, ...SENT, contradicted);
  const nowhere = decideStep(deps)({ paymentId: 'cash9', outcome: back, by: 'ana', mayPropose: true }, asked(deps));
  await expect(nowhere).rejects.toMatchObject({ rejection: { code: 'INTENT_NOT_FOUND' } });
  const nobody = { ...deps, cryptoDeliveries: { named: () => null }, chargeProviders: { named: () => null } };
  const alone = decideStep(nobody)({ paymentId: 'cash1', outcome: back, by: 'ana', mayPropose: true }, asked(deps));
  expect([await alone, await decide('bob', back)]).toEqual(['PROPOSED', 'DECIDED']);
});
