import { type Measured, rowsOf, tableOf } from './table';

const REFUSED = 'start ended: the event store is an older copy.';

const good: Measured = {
  nodes: 3,
  checkFault: null,
  ...{ acknowledged: 12_000, lost: 0, doubled: 0, moved: 0, paymentsLost: 0, paymentsTwice: 0 },
  ...{ reads: 2_000, staleReads: 0, answers500: 0, connections: 1 },
  silenceAfterKillsMs: [1_000, 6_000, 2_000],
  silenceAfterOthersMs: [7_000, 36_000],
  readyAfterMs: [100, 3_000],
  meddled: { streams: 2, parked: 2, quoteStatus: 201 },
  olderCopy: { quoteStatus: 503, refusal: REFUSED },
  thereAndBack: { equal: 26, rebuilds: 26, paid: 3, differences: 0 },
  contract: { passed: 23, total: 23 },
};

const THERE_AND_BACK = 'embedded store to here and back: rebuilds equal; paid; differences';

const missed = (changes: Partial<Measured>): readonly string[] =>
  rowsOf({ ...good, ...changes })
    .filter(({ isReached }) => !isReached)
    .map(({ measure }) => measure);

test('a run in which all is reached misses nothing, at the very limits', () => {
  expect(missed({})).toEqual([]);
});

test('a run without kills and outages has nothing to miss there', () => {
  expect(missed({ silenceAfterKillsMs: [], silenceAfterOthersMs: [], readyAfterMs: [], connections: null })).toEqual(
    [],
  );
});

test.each<readonly [Partial<Measured>, string]>([
  [{ checkFault: 'rights: none' }, 'ledger store check, faults'],
  [{ lost: 1 }, '... lost, doubled, moved'],
  [{ doubled: 1 }, '... lost, doubled, moved'],
  [{ moved: 1 }, '... lost, doubled, moved'],
  [{ paymentsLost: 1 }, 'payments lost, paid twice'],
  [{ paymentsTwice: 1 }, 'payments lost, paid twice'],
  [{ staleReads: 1 }, 'stale reads'],
  [{ reads: 1_999 }, 'stale reads'],
  [{ answers500: 1 }, 'answers 500'],
  [{ silenceAfterKillsMs: [3_001, 3_001, 1] }, 'silence, leader killed, p50'],
  [{ silenceAfterKillsMs: [1, 1, 6_001] }, 'silence, leader killed, max'],
  [{ connections: 2 }, 'store connections 30 s after'],
  [{ connections: 0 }, 'store connections 30 s after'],
  [{ readyAfterMs: [3_001, 1] }, 'ready after the store answers, max'],
  [{ meddled: { streams: 2, parked: 1, quoteStatus: 201 } }, 'own streams deleted by others, parked; a quote'],
  [{ meddled: { streams: 2, parked: 2, quoteStatus: 503 } }, 'own streams deleted by others, parked; a quote'],
  [{ thereAndBack: { ...good.thereAndBack, equal: 25 } }, THERE_AND_BACK],
  [{ thereAndBack: { ...good.thereAndBack, paid: 2 } }, THERE_AND_BACK],
  [{ thereAndBack: { ...good.thereAndBack, differences: 1 } }, THERE_AND_BACK],
  [{ olderCopy: { quoteStatus: 201, refusal: REFUSED } }, 'older copy of the store restored: a quote; a start'],
  [{ olderCopy: { quoteStatus: null, refusal: REFUSED } }, 'older copy of the store restored: a quote; a start'],
  [{ olderCopy: { quoteStatus: 503, refusal: null } }, 'older copy of the store restored: a quote; a start'],
  [{ olderCopy: { quoteStatus: 503, refusal: 'no disk' } }, 'older copy of the store restored: a quote; a start'],
  [{ contract: { passed: 22, total: 23 } }, 'contract suite, tests passed'],
  [{ contract: { passed: 0, total: 0 } }, 'contract suite, tests passed'],
])('%j misses one measure', (changes, measure) => {
  expect(missed(changes)).toEqual([measure]);
});

test('nobody takes over from a single node: its silence has no limit', () => {
  expect(missed({ nodes: 1, silenceAfterKillsMs: [9_000, 9_000] })).toEqual([]);
});

test('the table has a line for each measure, and says what was missed', () => {
  const lines = tableOf(rowsOf({ ...good, lost: 2, silenceAfterKillsMs: [1_000, 4_000, 2_000] }));
  const lineOf = (measure: string): string | undefined => lines.find((line) => line.startsWith(measure));
  expect(lines).toHaveLength(16);
  expect(lineOf('... lost')).toMatch(/^\.\.\. lost, doubled, moved {2,}2, 0, 0 {2,}0, 0, 0 {2,}MISSED$/);
  expect(lineOf('silence, leader killed, p50')).toMatch(/ 2\.0 s {2,}<= 3 s$/);
  expect(lineOf('silence, leader killed, max')).toMatch(/ 4\.0 s {2,}<= 6 s$/);
  expect(lineOf('silence, freezes')).toMatch(/ 7\.0 s, 36\.0 s$/);
});
