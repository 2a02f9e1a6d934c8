import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinEvent } from '../../../aggregates/cashin/events';
import { fold } from '../../../aggregates/decider';
import { alertCashin } from '../../../commands/cashin/alert-cashin';
import { event } from '../../../packages/testing/src/samples/sample-events';

/** The alerts of a cash-in after the append of its last `appended` events. */
const toldOf = (appended: number, ...history: readonly CashinEvent[]) => {
  const told: unknown[] = [];
  const state = fold(cashin, history);
  alertCashin((says, facts) => told.push({ says, facts }), 'cash1', { state, events: history.slice(-appended) });
  return told;
};

const paid = [event('CashinIntentCreated'), event('ChargeCreated'), event('PixReceived'), event('PixAccepted')];
const split = event('SplitApplied');

test('reports an unsplit part and its amount with the completion', () => {
  const owed = event('CashinCompleted', { splitApplied: false, splitCents: '0', splitOwedCents: '75' });
  expect(toldOf(1, ...paid, owed)).toEqual([
    {
      says: 'A charge was not split: the service owes the partner its part',
      facts: { stream: 'cashin-cash1', cents: '75', amountCents: '75' },
    },
  ]);
  expect(toldOf(1, ...paid)).toEqual([]);
});

test('sends no report when the part was split off', () =>
  expect(toldOf(2, ...paid, split, event('CashinCompleted'))).toEqual([]));

test('reports the split of a PIX that is refunded, in either order', () => {
  const lost = {
    says: 'The partner received its part of a PIX that pays no intent',
    facts: { stream: 'cashin-cash1' },
  };
  const failed = event('CashinFailed');
  expect(toldOf(1, ...paid, split, failed)).toEqual([lost]);
  expect(toldOf(1, ...paid, failed, split)).toEqual([lost]);
  expect(toldOf(2, ...paid, split, failed)).toEqual([lost]);
  expect(toldOf(1, ...paid, event('CashinFailed', { splitAppliedCents: '0' }))).toEqual([]);
  expect(toldOf(1, ...paid, split, failed, event('ChargeRefundDue'))).toEqual([]);
});
