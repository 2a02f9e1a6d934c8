import type { CashinEnd } from '../../../../aggregates/cashin/events';
import type { LedgerEvent } from '../../../../aggregates/events';
import { requestDelivery } from '../../../../commands/cashin/delivery/request-delivery';
import { recordDelivery, sendDelivery } from '../../../../commands/cashin/delivery/send-delivery';
import { dispatchRefund } from '../../../../commands/cashin/refund/dispatch-refund';
import type { CryptoDelivery } from '../../../../commands/ports/providers/crypto-delivery';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { happened } from '../../../core';
import { charge } from '../../../doubles/scripted-charges';
import { delivery } from '../../../doubles/scripted-deliveries';
import { failed } from '../../../doubles/scripted-provider';
import { PAID, type Script, step } from '../../cashin/cashing';
import {
  BREACH,
  back,
  contradicted,
  DECIDED,
  deciding,
  deliveryId,
  FOREIGN,
  GONE,
  OWED,
  refused,
  requested,
  SENT,
  saying,
  there,
  UNTOLD,
} from './deciding';

type Case = readonly [string, readonly LedgerEvent[], Script];
const IN_DOUBT = [...SENT, contradicted];
const sameTransaction = { txId: '0xf1' };

describe('two operators who decide DELIVERED', () => {
  test.each<Case>([
    ['what its provider does not know, after a contradiction', IN_DOUBT, {}],
    ['the rest of it', IN_DOUBT, saying('CONFIRMED', { ...sameTransaction, amount: 1n })],
    ['what was not asked for', [...PAID, contradicted], {}],
    ['what its provider does not know', SENT, {}],
    ['what its provider does not tell of', SENT, UNTOLD],
    ['what is told as what cannot be', SENT, BREACH],
    ['what is told as another delivery', SENT, FOREIGN],
    ['what was sent by a provider that is not here', SENT, GONE],
  ])('complete the cash-in: %s', async (_what, history, script) => {
    const { both, told } = await deciding(script, ...history);
    expect(await both(there)).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
    const events = await told();
    expect(events.map(({ type }) => type)).toEqual([...DECIDED, 'DeliveryConfirmed', 'CashinCompleted']);
    expect(events.at(-1)?.data).toMatchObject({ delivery: { txId: '0xf1', deliveryId, amountBaseUnits: '27000000' } });
  });

  test('raise the alert about the partner’s part of a PIX without a split', async () => {
    const { both, alerts } = await deciding({}, ...SENT.filter(({ type }) => type !== 'SplitApplied'));
    await both(there);
    expect(alerts()).toEqual(['A charge was not split: the service owes the partner its part']);
  });

  const partners: Script = { created: { deliveryMode: 'PARTNER', deliveryProvider: null } };
  const more = { ...sameTransaction, amount: 28_000_000n };

  test.each<[...Case, string, CashinEnd?]>([
    ['it is on its way', IN_DOUBT, saying('REPLACED'), 'REPLACED'],
    ['it failed', IN_DOUBT, saying('FAILED'), 'FAILED'],
    ['it may be sent again by us', IN_DOUBT, saying('PREPARED'), 'does not report the outcome of the delivery'],
    ['another transaction did', IN_DOUBT, saying('CONFIRMED', { amount: 1n }), '0xd9 delivered 1'],
    ['more was', IN_DOUBT, saying('CONFIRMED', more), '28000000'],
    ['it may be sent yet', PAID, {}, 'may still continue by itself'],
    ['no crypto is owed', [...OWED, contradicted], {}, 'This cash-in owes no crypto'],
    ['its PIX is disputed', [...IN_DOUBT, event('DisputeOpened')], {}, 'is disputed'],
    ['less than is owed was', IN_DOUBT, {}, 'owes 27000000', { ...there, deliveredBaseUnits: '26999999' }],
    ['the partner delivers', [...PAID, contradicted], partners, 'The partner delivers this cash-in'],
  ])('are refused while %s', async (_what, history, script, ...[why, word = there]) => {
    const { decide, since } = await deciding(script, ...history);
    await expect(decide('ana', word)).rejects.toMatchObject(refused(why));
    expect(await since()).not.toContain('CashinDecisionProposed');
  });
});

describe('a decision by operators', () => {
  test.each<[string, readonly LedgerEvent[], CashinEnd, number]>([
    ['it was paid', PAID, back, 7_261],
    ['it was paid, whatever was requested since', [...PAID, requested], back, 7_261],
    ['it was sent', SENT, back, 7_263],
    ['it was sent, although it is said to be delivered', SENT, there, 7_263],
  ])('is refused until two hours after %s', async (_what, history, end, seconds) => {
    const { decide, at, since } = await deciding(GONE, ...history);
    at(seconds);
    await expect(decide('ana', end)).rejects.toMatchObject(refused('may still continue by itself'));
    expect(await since()).toEqual([]);
    at(seconds + 1);
    expect([await decide('ana', end), await decide('bob', end)]).toEqual(['PROPOSED', 'DECIDED']);
  });
});

describe('the stop of all sendings after the first decision of an operator', () => {
  const asking = async (...history: readonly LedgerEvent[]) => {
    const world = await deciding({ get: [charge('PAID')] }, ...PAID, ...history);
    const deps = { ...world.deps, intentOfPix: async () => 'cash1' };
    return { ...world, request: () => requestDelivery(deps)(step), send: () => sendDelivery(deps)(step) };
  };

  test('begins with the first decision, and ends with the second', async () => {
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

  test('keeps a refund unsent after the first decision, although its provider is reachable again', async () => {
    const answers = [failed('UNAVAILABLE'), charge('PAID')] as const;
    const { decide, deps, since, charges } = await deciding({ get: answers }, ...OWED);
    await decide('ana', back);
    await dispatchRefund(deps)({ ...step, endToEndId: 'E1' });
    expect([await since(), charges.refunds]).toEqual([['CashinDecisionProposed'], []]);
    expect(await decide('bob', back)).toBe('DECIDED');
  });

  test('keeps a delivery unsent that a worker had prepared before the decisions', async () => {
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

  test('delays the refund of a delivery that failed after the first decision, until the second', async () => {
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

describe('an answer of the provider against the first decision', () => {
  const late = (state: 'CONFIRMED' | 'FAILED'): Script => ({
    ...{ get: [charge('PAID')] },
    delivery: { get: [failed('UNKNOWN'), delivery(state)] },
  });

  test('holds everything: a delivery made by hand is not refunded, and two operators end it', async () => {
    const { decide, deps, since, charges } = await deciding(late('FAILED'), ...SENT);
    await decide('ana', there);
    await expect(decide('bob', there)).rejects.toMatchObject(refused('as FAILED'));
    await dispatchRefund(deps)({ ...step, endToEndId: 'E1' });
    expect([await since(), charges.refunds]).toEqual([['CashinDecisionProposed', 'CashinContradicted'], []]);
    expect([await decide('bob', there), await decide('ana', there)]).toEqual(['PROPOSED', 'DECIDED']);
    expect((await since()).slice(3)).toEqual(['CashinDecided', 'DeliveryConfirmed', 'CashinCompleted']);
  });

  test('alerts on an arrival after a refund by hand', async () => {
    const { decide, since } = await deciding(late('CONFIRMED'), ...SENT);
    await decide('ana', back);
    await expect(decide('bob', back)).rejects.toMatchObject(refused('as CONFIRMED'));
    expect(await since()).toEqual(['CashinDecisionProposed', 'CashinContradicted']);
  });

  test.each([
    ['FAILED', back],
    ['CONFIRMED', there],
  ] as const)('is refused while its network is in doubt: %s', async (state, end) => {
    const script = { delivery: { get: [delivery(state, { txId: '0xf1' })] } };
    const { decide, deps, since } = await deciding(script, ...SENT);
    await happened(deps.eventStore, event('FinalityQuestioned'));
    await expect(decide('ana', end)).rejects.toMatchObject(refused('in doubt'));
    expect(await since()).toEqual([]);
  });
});
