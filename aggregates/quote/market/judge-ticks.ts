import { BASIS_POINTS, parseDecimal } from '../../money';
import type { Dropped, JudgedTick, Sides, Tick } from './tick';

export const SCALE = 18;
export const ONE = 10n ** BigInt(SCALE);

const FRESH_FOR_MS = 60_000;
const AHEAD_MS = 10_000;
const WIDEST_BASIS_POINTS = 200n;

export const scaledOf = (text: string): bigint | null => {
  const value = parseDecimal(text);
  return value === null ? null : (value.numerator * ONE) / value.denominator;
};

/** Twice the middle, so that nothing is rounded. */
export const twiceMid = ({ bid, ask }: Sides): bigint => bid + ask;

export const medianOf = (values: readonly bigint[]): bigint => {
  const sorted = [...values].sort((left, right) => (left < right ? -1 : 1));
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0n;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0n) + upper) / 2n;
};

export const isWithin = (value: bigint, reference: bigint, basisPoints: bigint): boolean => {
  const distance = value > reference ? value - reference : reference - value;
  return distance * BASIS_POINTS <= reference * basisPoints;
};

/** A source without a time is fresh while its answer changes. */
const isStale = ({ sourceMs, receivedMs, changedMs }: Tick, nowMs: number): boolean => {
  const ages = [receivedMs, sourceMs ?? changedMs].map((timeMs) => nowMs - timeMs);
  return ages.some((ageMs) => ageMs > FRESH_FOR_MS || ageMs < -AHEAD_MS);
};

const objectionTo = (tick: Tick, { bid, ask }: Sides, nowMs: number): Dropped | null => {
  if (bid === 0n) return 'UNREADABLE';
  if (isStale(tick, nowMs)) return 'STALE';
  if (bid > ask) return 'CROSSED';
  return (ask - bid) * BASIS_POINTS > bid * WIDEST_BASIS_POINTS ? 'WIDE' : null;
};

export const judgeTick =
  (nowMs: number) =>
  (tick: Tick): JudgedTick => {
    const sides = { bid: scaledOf(tick.bid) ?? 0n, ask: scaledOf(tick.ask) ?? 0n };
    return { tick, sides, dropped: objectionTo(tick, sides, nowMs) };
  };

export const dropOutlying = (judged: readonly JudgedTick[], basisPoints: bigint): readonly JudgedTick[] => {
  const mids = judged.filter(({ dropped }) => dropped === null).map(({ sides }) => twiceMid(sides));
  if (mids.length === 0) return judged;
  const median = medianOf(mids);
  return judged.map((each) =>
    each.dropped === null && !isWithin(twiceMid(each.sides), median, basisPoints)
      ? { ...each, dropped: 'OUTLYING' as const }
      : each,
  );
};
