import type { PeggedBalanceEvent } from '../../../aggregates/pegged-balance/events';
import { peggedBalance } from '../../../aggregates/pegged-balance/pegged-balance';
import { holdOf, holdsOf, type PeggedBalanceState } from '../../../aggregates/pegged-balance/state';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { debit } from '../../../packages/testing/src/samples/sample-withdrawal-data';

const WITHDRAWALS = 2_048;

/** Withdrawals in sequence, every second one with a debit. */
const historyOf = (withdrawId: string, number: number): readonly PeggedBalanceEvent[] => [
  event('BalanceReserved', { withdrawId }),
  event('BalanceCaptured', { withdrawId }),
  number % 2 === 0
    ? event('PeggedDebitSettled', { withdrawId, debit: { ...debit, debitId: `ethereum:${withdrawId}:0` } })
    : event('BalanceReleased', { withdrawId }),
];

const ids = Array.from({ length: WITHDRAWALS }, (_, number) => `wd${number}`);
const history = ids.flatMap(historyOf);

const mapsOf = ({ holding, ended }: PeggedBalanceState): readonly ReadonlyMap<string, unknown>[] => [holding, ...ended];

/** Entries of the maps that the earlier state did not have. */
const copiedBetween = (before: PeggedBalanceState, after: PeggedBalanceState): number => {
  const known = new Set(mapsOf(before));
  return mapsOf(after).reduce((sum, map) => (known.has(map) ? sum : sum + map.size), 0);
};

test('copies a large map of ended holds rarely', () => {
  let copied = 0;
  history.reduce((before, each) => {
    const after = peggedBalance.evolve(before, each);
    copied += copiedBetween(before, after);
    return after;
  }, peggedBalance.initial);
  expect(copied).toBeLessThan(WITHDRAWALS * (Math.log2(WITHDRAWALS) + 3));
});

test('counts every withdrawal once, and leaves earlier states unchanged', () => {
  const states = [peggedBalance.initial];
  for (const each of history) states.push(peggedBalance.evolve(states.at(-1)!, each));
  const last = states.at(-1)!;
  expect(
    holdsOf(last)
      .map(([id]) => id)
      .sort(),
  ).toEqual([...ids].sort());
  ids.forEach((id, number) => {
    expect(holdOf(last, id)?.phase).toBe(number % 2 === 0 ? 'SETTLED' : 'RELEASED');
    expect(holdOf(states[3 * number + 3]!, id)?.phase).toBe(holdOf(last, id)?.phase);
    expect(holdOf(states[3 * number + 2]!, id)?.phase).toBe('CAPTURED');
    expect(holdOf(states[3 * number]!, id)).toBeUndefined();
  });
});

test('keeps two states independent after the same state', () => {
  const common = history.slice(0, 30).reduce(peggedBalance.evolve, peggedBalance.initial);
  const [one, other] = ['one', 'other'].map((id) => historyOf(id, 0).reduce(peggedBalance.evolve, common));
  expect([holdOf(one!, 'other'), holdOf(other!, 'one')]).toEqual([undefined, undefined]);
  expect([holdOf(one!, 'one')?.phase, holdOf(other!, 'other')?.phase]).toEqual(['SETTLED', 'SETTLED']);
});
