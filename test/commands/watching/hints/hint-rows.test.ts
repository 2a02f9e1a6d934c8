import { askedInVain, type HintRow } from '../../../../commands/watching/hints/hint-rows';

const START_MS = Date.parse('2026-11-20T12:00:00.000Z');
const iso = (ms: number): string => new Date(ms).toISOString();
const noon: HintRow = { txid: '0xd1', since: iso(START_MS), tries: 0, nextAt: iso(START_MS) };

const pausesOf = (row: HintRow): readonly number[] => {
  const nextMs = Date.parse(row.nextAt);
  const next = askedInVain(row, nextMs);
  return next === null ? [] : [(Date.parse(next.nextAt) - nextMs) / 1_000, ...pausesOf(next)];
};

describe('a hint without a final transaction', () => {
  test('is asked again after pauses that double from 15 s on, within a day', () => {
    const pauses = pausesOf(noon);
    expect(pauses).toEqual(Array.from({ length: 12 }, (_, index) => 15 * 2 ** index));
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(86_400);
  });

  test('is dropped at a scan after the day has passed', () => {
    expect(askedInVain(noon, START_MS + 86_384_000)?.tries).toBe(1);
    expect(askedInVain(noon, START_MS + 86_386_000)).toBeNull();
  });
});
