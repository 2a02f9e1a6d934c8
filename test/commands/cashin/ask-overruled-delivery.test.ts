import type { CashinEnd } from '../../../aggregates/cashin/events';
import { resolveDelivery } from '../../../commands/cashin/delivery/resolve-delivery';
import type { Delivery } from '../../../commands/ports/providers/crypto-delivery';
import type { Result } from '../../../commands/ports/providers/result';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { happened } from '../../core';
import { delivery } from '../../doubles/scripted-deliveries';
import { failed } from '../../doubles/scripted-provider';
import { back, contradicted, deciding, deliveryId, SENT, there } from '../trouble/steps/deciding';
import { type Script, step } from './cashing';

const AWAY = failed('UNAVAILABLE');

/** Two operators have ended it while its provider was away, which then answers. */
const overruling = async (end: CashinEnd, answer: Result<Delivery>, more: Script = {}) => {
  const world = await deciding({ delivery: { get: [AWAY, AWAY, AWAY, answer] }, ...more }, ...SENT);
  await world.both(end);
  const [decided, alerted] = [(await world.since()).length, world.alerts().length];
  const look = () => resolveDelivery(world.deps)({ ...step, causeEventId: 'decided', deliveryId });
  return {
    ...{ ...world, look, alertsSince: () => world.alerts().slice(alerted) },
    sinceDecided: async () => (await world.told()).slice(decided),
  };
};

describe('a delivery that operators ended and that arrives later', () => {
  test.each<[string, CashinEnd, object, string]>([
    ['although its PIX was given back', back, {}, 'delivered although it was not open'],
    ['although it was delivered in another transaction', there, {}, 'arrived in 0xd9, after 0xf1'],
    [
      'with more than they had said',
      there,
      { txId: '0xF1', amount: 28_000_000n },
      'delivered 28000000, after 27000000',
    ],
  ])('records a contradiction and raises an alarm: %s', async (_what, end, said, detail) => {
    const { look, sinceDecided, alertsSince } = await overruling(end, delivery('CONFIRMED', said));
    await look();
    await look();
    expect(await sinceDecided()).toMatchObject([{ type: 'CashinContradicted', data: { about: deliveryId, detail } }]);
    expect(alertsSince()).toEqual(['A provider contradicts itself about a cash-in']);
  });

  test.each<[string, CashinEnd, Result<Delivery>]>([
    ['it arrived as they had said', there, delivery('CONFIRMED', { txId: '0xF1' })],
    ['a part of it arrived, and they sent the rest', there, delivery('CONFIRMED', { txId: '0xf1', amount: 1n })],
    ['it failed, and they had sent it by hand', there, delivery('FAILED')],
    ['it failed, and they had given its PIX back', back, delivery('FAILED')],
    ['it is on its way', back, delivery('BROADCAST')],
    ['it is silent', back, AWAY],
    ['it knows nothing of it', back, failed('NOT_FOUND')],
  ])('asks again later and records no event when %s', async (_what, end, answer) => {
    const { look, sinceDecided, deliveries, deps } = await overruling(end, answer);
    expect(await look()).toEqual({ askAgainAtMs: deps.clock.now() + 300_000 });
    expect([await sinceDecided(), deliveries.sent]).toEqual([[], []]);
  });

  test.each<[string, CashinEnd, string | null]>([
    ['its PIX was given back', back, null],
    ['it arrived in another transaction', there, '0xf1'],
  ])('abandons the signed order once more when %s', async (_what, end, happened) => {
    const { look, deps } = await overruling(end, failed('NOT_FOUND'));
    const [before] = deps.signedOrders.abandoned;
    await look();
    expect(before).toMatchObject({ order: { purpose: 'DELIVERY', deliveryId }, happened });
    expect(deps.signedOrders.abandoned).toEqual([before, before]);
  });

  test('is a contradiction when it failed in the transaction that the operators named', async () => {
    const { look, sinceDecided } = await overruling(there, delivery('FAILED', { txId: '0xf1' }));
    await look();
    expect(await sinceDecided()).toMatchObject([{ data: { detail: 'failed after it had arrived' } }]);
  });

  test('records no event while the finality of its network is in question', async () => {
    const { look, sinceDecided, deps } = await overruling(back, delivery('CONFIRMED'));
    await happened(deps.eventStore, event('FinalityQuestioned'));
    await look();
    expect(await sinceDecided()).toEqual([]);
  });
});

test('reports a provider that is not configured, and asks no other provider', async () => {
  const { both, deps, alerts } = await deciding({ delivery: { name: 'other' } }, ...SENT);
  await both(back);
  const alerted = alerts().length;
  const answer = await resolveDelivery(deps)({ ...step, deliveryId });
  expect(answer).toEqual({ askAgainAtMs: deps.clock.now() + 300_000 });
  expect(alerts().slice(alerted)).toEqual(['The provider of a cash-in is not configured: the cash-in cannot continue']);
});

test('leaves the delivery to its provider when operators decide about another PIX', async () => {
  const other = event('PixReceived', { endToEndId: 'E2', paidAt: time(62) });
  const script = { delivery: { get: [delivery('CONFIRMED')] } };
  const { both, deps, since } = await deciding(script, ...SENT, other, contradicted);
  await both({ ...back, endToEndId: 'E2' });
  await resolveDelivery(deps)({ ...step, deliveryId });
  expect((await since()).slice(-2)).toEqual(['DeliveryConfirmed', 'CashinCompleted']);
});
