import type { CashinEnd } from '../../../../aggregates/cashin/events';
import type { LedgerEvent } from '../../../../aggregates/events';
import { decide as decideStep } from '../../../../commands/trouble/decide';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { asked } from '../../operator/asked';
import { back, contradicted, deciding, deliveryId, SENT, there, UNKNOWN } from './deciding';

describe('a signed order of a delivery that operators ended', () => {
  const ENDED = [...SENT, contradicted];

  test.each<[string, readonly LedgerEvent[], CashinEnd, string | null]>([
    ['its PIX was given back', ENDED, back, null],
    ['it arrived in a transaction that they name', ENDED, there, '0xf1'],
  ])('is abandoned by the second decision, that %s, and not by the first', async (_what, history, end, happened) => {
    const { deps, decide } = await deciding({}, ...history);
    await decide('ana', end);
    expect(deps.signedOrders.abandoned).toEqual([]);
    await decide('bob', end);
    const { partnerId } = event('CashinIntentCreated').data;
    const order = { purpose: 'DELIVERY', partnerId, deliveryId };
    expect(deps.signedOrders.abandoned).toEqual([{ order, happened }]);
  });

  test.each<[string, readonly LedgerEvent[]]>([
    ['a PIX that paid for nothing', UNKNOWN],
    ['a second PIX', [...ENDED, event('PixReceived', { endToEndId: 'E9' }), contradicted]],
  ])('is not abandoned with %s that was given back', async (_what, history) => {
    const { deps, both } = await deciding({}, ...history);
    const endToEndId = history === UNKNOWN ? 'E1' : 'E9';
    expect((await both({ ...back, endToEndId })).at(-1)).toBe('DECIDED');
    expect(deps.signedOrders.abandoned).toEqual([]);
  });

  test('keeps the decision open when the order cannot be abandoned', async () => {
    const { deps, decide, since } = await deciding({}, ...ENDED);
    await decide('ana', back);
    const signedOrders = { abandon: async () => Promise.reject(new Error('the database is away')) };
    const asking = { paymentId: 'cash1', outcome: back, by: 'bob', mayPropose: true };
    await expect(decideStep({ ...deps, signedOrders })(asking, asked(deps))).rejects.toThrow('is away');
    expect(await since()).toEqual(['CashinDecisionProposed']);
  });
});
