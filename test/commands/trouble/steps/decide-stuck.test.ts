import type { CashinEnd } from '../../../../aggregates/cashin/events';
import type { LedgerEvent } from '../../../../aggregates/events';
import { dispatchRefund } from '../../../../commands/cashin/dispatch-refund';
import { requestDelivery } from '../../../../commands/cashin/request-delivery';
import { recordDelivery, sendDelivery } from '../../../../commands/cashin/send-delivery';
import type { CryptoDelivery } from '../../../../commands/ports/providers/crypto-delivery';
import { happened } from '../../../core';
import { charge, paidPix } from '../../../doubles/scripted-charges';
import { delivery } from '../../../doubles/scripted-deliveries';
import { failed } from '../../../doubles/scripted-provider';
import { time } from '../../../samples/sample-data';
import { event } from '../../../samples/sample-events';
import { PAID, type Script, step } from '../../cashin/cashing';
import { back, contradicted, deciding, deliveryId, OWED, refused, SENT, there } from './deciding';

const UNASKABLE: Script = { delivery: { get: [failed('UNAVAILABLE')] } };
const UNTOLD: Script = { delivery: { get: [failed('UNKNOWN')] } };
const BREACH: Script = { delivery: { get: [failed('UNKNOWN', 'PROTOCOL')] } };
const GONE: Script = { delivery: { name: 'other' } };
const FOREIGN: Script = { delivery: { get: [delivery('BROADCAST', { idempotencyKey: 'delivery2' })] } };

const DECIDED = ['CashinDecisionProposed', 'CashinDecided'];
const requested = event('DeliveryRequested', { deliveryId });
const failedOnce = event('DeliveryFailed', { deliveryId, wasSent: true, nextAttemptAt: time(90) });

describe('two hours after', () => {
  test.each<[string, readonly LedgerEvent[], Script, readonly string[]]>([
    ['it was paid, and never asked for', PAID, UNASKABLE, ['CashinFailed']],
    ['it was paid, and never sent', [...PAID, requested], UNASKABLE, ['DeliveryFailed', 'CashinFailed']],
    ['it was paid, and what was sent has failed', [...SENT, failedOnce], {}, ['CashinFailed']],
    ['it was sent, and nobody knows it', SENT, {}, ['DeliveryFailed', 'CashinFailed']],
    ['it was sent, and nobody tells of it', SENT, UNTOLD, ['DeliveryFailed', 'CashinFailed']],
    ['it was sent, by a provider that is not here', SENT, GONE, ['DeliveryFailed', 'CashinFailed']],
    ['a contradiction of which nothing is told', [...SENT, contradicted], UNTOLD, ['DeliveryFailed', 'CashinFailed']],
  ])('%s, the PIX can be given back', async (_what, history, script, ends) => {
    const { both, told } = await deciding(script, ...history);
    expect(await both(back)).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
    const events = await told();
    expect(events.map(({ type }) => type)).toEqual([...DECIDED, ...ends, 'ChargeRefundDue', 'ChargeRefundDone']);
    expect(events.find(({ type }) => type === 'CashinFailed')?.data).toMatchObject({ reasonCode: 'DECIDED_UNPAID' });
    expect(events.at(-1)?.data).toMatchObject({ endToEndId: 'E1', amountCents: '15000', returnId: 'E2E-77' });
  });

  test('it was paid, where the partner delivers and its user stays blocked', async () => {
    const created = { deliveryMode: 'PARTNER', deliveryProvider: null } as const;
    const { both, since } = await deciding({ created }, ...PAID, event('UserBlocked', { userId: 'u1' }));
    expect(await both(back)).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
    expect((await since()).at(-1)).toBe('ChargeRefundDone');
  });

  test('it was sent, and its charge was not split, the partner’s part is told of with the end', async () => {
    const unsplit = SENT.filter(({ type }) => type !== 'SplitApplied');
    const { both, alerts } = await deciding({}, ...unsplit);
    await both(there);
    expect(alerts()).toEqual(['A part of a PIX is owed to the partner: the charge was not split']);
  });

  test.each([
    ['nobody knows it', {}],
    ['nobody tells of it', UNTOLD],
    ['what is told cannot be', BREACH],
    ['another delivery is told of', FOREIGN],
    ['it was sent by a provider that is not here', GONE],
  ])('it was sent, and %s, it can be found to be delivered', async (_what, script) => {
    const { both, since } = await deciding(script, ...SENT);
    expect(await both(there)).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
    expect(await since()).toEqual([...DECIDED, 'DeliveryConfirmed', 'CashinCompleted']);
  });

  test.each<[string, Script, readonly LedgerEvent[]]>([
    ['says of it what cannot be', BREACH, SENT],
    ['says of it what cannot be, after a contradiction', BREACH, [...SENT, contradicted]],
    ['tells of another one', FOREIGN, SENT],
  ])('a delivery whose provider %s may have arrived, and its PIX is not given back', async (_what, script, history) => {
    const { decide, since } = await deciding(script, ...history);
    await expect(decide('ana', back)).rejects.toMatchObject(refused('it may have arrived'));
    expect(await since()).toEqual([]);
  });

  test.each<[string, Script, readonly string[], string]>([
    ['is on its way', { delivery: { get: [delivery('BROADCAST')] } }, [], 'BROADCAST'],
    ['may be sent again', { delivery: { get: [delivery('PREPARED')] } }, [], 'does not say'],
    [
      'arrived',
      { delivery: { get: [delivery('CONFIRMED')] } },
      ['DeliveryConfirmed', 'CashinCompleted'],
      'is CONFIRMED',
    ],
    [
      'has failed for good',
      { delivery: { get: [delivery('FAILED')] } },
      ['DeliveryFailed', 'CashinFailed', 'ChargeRefundDue'],
      'on its way',
    ],
  ])('it was sent, what %s is recorded, and refuses the word', async (_what, script, types, why) => {
    const { decide, since } = await deciding(script, ...SENT);
    await expect(decide('ana', back)).rejects.toMatchObject(refused(why));
    expect(await since()).toEqual(types);
  });
});

describe('two hours after it is owed back, a PIX', () => {
  const part = { get: [charge('PAID', { payments: [paidPix({ refunded: 1n })] })] };
  test.each<[string, Script]>([
    ['whose provider is not here', { name: 'other' }],
    ['whose provider does not answer', { get: [failed('UNAVAILABLE')] }],
    ['of which its charge does not tell', { get: [charge('ACTIVE')] }],
    ['of which a part went back by no order of ours', part],
  ])('%s can be recorded as given back, and is never sent', async (_what, script) => {
    const { both, deps, since, charges } = await deciding(script, ...OWED);
    expect(await both(back)).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
    expect(await since()).toEqual([...DECIDED, 'ChargeRefundDone']);
    expect(await dispatchRefund(deps)({ ...step, endToEndId: 'E1' })).toBe('done');
    expect(charges.refunds).toEqual([]);
  });

  test('is not before, nor while its provider lets it be sent', async () => {
    const { decide, at } = await deciding({ get: [failed('UNAVAILABLE')] }, ...OWED);
    at(65 + 7_199);
    await expect(decide('ana', back)).rejects.toMatchObject(refused('on its way'));
    const sendable = await deciding({ get: [charge('PAID')] }, ...OWED);
    await expect(sendable.decide('ana', back)).rejects.toMatchObject(refused('on its way'));
    const reset = await deciding({ get: [failed('NOT_FOUND')] }, ...OWED);
    await expect(reset.decide('ana', back)).rejects.toMatchObject(refused('on its way'));
  });

  test('is not sent after the first word, although its provider is back', async () => {
    const answers = [failed('UNAVAILABLE'), charge('PAID')] as const;
    const { decide, deps, since, charges } = await deciding({ get: answers }, ...OWED);
    await decide('ana', back);
    await dispatchRefund(deps)({ ...step, endToEndId: 'E1' });
    expect([await since(), charges.refunds]).toEqual([['CashinDecisionProposed'], []]);
    expect(await decide('bob', back)).toBe('DECIDED');
  });
});

describe('less than 2 h after', () => {
  test.each<[string, readonly LedgerEvent[], CashinEnd, number]>([
    ['it was paid', PAID, back, 7_261],
    ['it was paid, whatever was requested since', [...PAID, requested], back, 7_261],
    ['it was sent', SENT, back, 7_263],
    ['it was sent, although it is said to be delivered', SENT, there, 7_263],
  ])('%s nothing is decided, and from then on it is', async (_what, history, end, seconds) => {
    const { decide, at, since } = await deciding(GONE, ...history);
    at(seconds);
    await expect(decide('ana', end)).rejects.toMatchObject(refused('it is not 2 h since'));
    expect(await since()).toEqual([]);
    at(seconds + 1);
    expect([await decide('ana', end), await decide('bob', end)]).toEqual(['PROPOSED', 'DECIDED']);
  });

  test('a delivery that its provider does not tell of is not decided', async () => {
    const { decide, at } = await deciding(UNTOLD, ...SENT);
    at(7_263);
    await expect(decide('ana', back)).rejects.toMatchObject(refused('does not say what became of the delivery'));
  });
});

describe('nothing is sent beside what operators say', () => {
  const asking = async (...history: readonly LedgerEvent[]) => {
    const world = await deciding({ get: [charge('PAID')] }, ...PAID, ...history);
    const deps = { ...world.deps, intentOfPix: async () => 'cash1' };
    return { ...world, request: () => requestDelivery(deps)(step), send: () => sendDelivery(deps)(step) };
  };

  test('from the first word on, which the second one ends', async () => {
    const unasked = await asking();
    await unasked.decide('ana', back);
    await unasked.request();
    expect(await unasked.since()).toEqual(['CashinDecisionProposed']);
    const { decide, send, since, deliveries } = await asking(requested);
    await decide('ana', back);
    await send();
    expect([await since(), deliveries.sent]).toEqual([['CashinDecisionProposed'], []]);
    await decide('bob', back);
    expect(await send()).toBe('done');
    expect([(await since()).at(-1), deliveries.sent]).toEqual(['ChargeRefundDone', []]);
  });

  test('although a worker had prepared it when they said so', async () => {
    const { deps, decide, since, deliveries } = await asking(requested);
    const { named } = deps.cryptoDeliveries;
    const late = (provider: CryptoDelivery): CryptoDelivery => ({
      ...provider,
      prepare: async (...order) => {
        const prepared = await provider.prepare(...order);
        await decide('ana', back);
        await decide('bob', back);
        return prepared;
      },
    });
    const cryptoDeliveries = { named: (...asking: Parameters<typeof named>) => late(named(...asking)!) };
    expect(await sendDelivery({ ...deps, cryptoDeliveries })(step)).toBe('done');
    expect([(await since()).at(-1), deliveries.orders.length, deliveries.sent]).toEqual(['ChargeRefundDone', 1, []]);
  });

  test('what was sent and failed after the first word is owed back, and waits for the second', async () => {
    const { decide, deps, since, told, charges } = await deciding({ ...UNTOLD, get: [charge('PAID')] }, ...SENT);
    await decide('ana', back);
    const outcome = { kind: 'FAILED', code: 'OTHER', message: 'no', retryClass: false } as const;
    await recordDelivery(deps)({ ...step, state: { contradictions: [] }, deliveryId, outcome });
    await dispatchRefund(deps)({ ...step, endToEndId: 'E1' });
    expect((await since()).at(-1)).toBe('ChargeRefundDue');
    expect(charges.refunds).toEqual([]);
    expect(await decide('bob', back)).toBe('DECIDED');
    expect((await told()).at(-1)).toMatchObject({ type: 'ChargeRefundDone', data: { returnId: 'E2E-77' } });
  });
});

describe('what its provider says against the first word', () => {
  const late = (state: 'CONFIRMED' | 'FAILED'): Script => ({
    ...{ get: [charge('PAID')] },
    delivery: { get: [failed('UNKNOWN'), delivery(state)] },
  });

  test('holds everything: what was sent by hand is not given back, and two operators end it', async () => {
    const { decide, deps, since, charges } = await deciding(late('FAILED'), ...SENT);
    await decide('ana', there);
    await expect(decide('bob', there)).rejects.toMatchObject(refused('is FAILED'));
    await dispatchRefund(deps)({ ...step, endToEndId: 'E1' });
    expect([await since(), charges.refunds]).toEqual([['CashinDecisionProposed', 'CashinContradicted'], []]);
    expect([await decide('bob', there), await decide('ana', there)]).toEqual(['PROPOSED', 'DECIDED']);
    expect((await since()).slice(3)).toEqual(['CashinDecided', 'DeliveryConfirmed', 'CashinCompleted']);
  });

  test('is told of: it arrived, and was given back by hand', async () => {
    const { decide, since } = await deciding(late('CONFIRMED'), ...SENT);
    await decide('ana', back);
    await expect(decide('bob', back)).rejects.toMatchObject(refused('is CONFIRMED'));
    expect(await since()).toEqual(['CashinDecisionProposed', 'CashinContradicted']);
  });

  test.each([
    ['FAILED', back],
    ['CONFIRMED', there],
  ] as const)('is nothing while its network is in question: %s', async (state, end) => {
    const script = { delivery: { get: [delivery(state, { txId: '0xf1' })] } };
    const { decide, deps, since } = await deciding(script, ...SENT);
    await happened(deps.eventStore, event('FinalityQuestioned'));
    await expect(decide('ana', end)).rejects.toMatchObject(refused('in question'));
    expect(await since()).toEqual([]);
  });
});
