import type { SkippedHeights, WatcherState } from '../../../aggregates/watcher/watcher';
import type { ChainHeads, ChainReader } from '../../ports/chain-reader';
import type { Look, WatchCursor } from '../watch-deps';

export interface NextRange {
  readonly from: bigint;
  /** Below `from` when there is nothing to scan. */
  readonly to: bigint;
  /** The hash of what is before `from` as it was scanned; null when that is not known or will not change. */
  readonly parentHash: string | null;
  /** Up to here what was scanned has become final. */
  readonly finalHeight: bigint;
  readonly resume: unknown;
}

/** Goes on behind the cursor while its block is still the chain's, and else behind the last final one; never into a gap. */
export const nextRange = async (reader: Pick<ChainReader, 'network' | 'hashAt'>, look: Look): Promise<NextRange> => {
  const { state, heads } = look;
  const next = await continued(reader, look);
  const from = behindGaps(next.from, state.skipped);
  const to = beforeGap(from, heads.newest.height, state);
  return from === next.from ? { ...next, to } : { ...next, from, to, parentHash: null, resume: null };
};

type Continued = Omit<NextRange, 'to'>;

const continued = async (
  reader: Pick<ChainReader, 'network' | 'hashAt'>,
  { cursor, heads, state }: Look,
): Promise<Continued> => {
  const { newest, final } = heads;
  if (final.height > newest.height) {
    throw new Error(`${reader.network}: height ${final.height} is final, and the newest is ${newest.height}`);
  }
  if (cursor === null) return after(lastHeightKnown(state, heads));
  // Waiting for the node to come so far again would look like a quiet network, and might never end.
  if (cursor.finalHeight > newest.height) {
    throw new Error(`${reader.network}: the newest height is ${newest.height}, and ${cursor.finalHeight} was final`);
  }
  if (!(await isCanonical(reader, cursor, heads))) return after(cursor.finalHeight);
  const { height, hash, resume } = cursor;
  // Only now: what a node says is final need not be what the node that was scanned had there.
  const finalHeight = highest(cursor.finalHeight, lowest(final.height, height));
  return { from: height + 1n, parentHash: hash, finalHeight, resume };
};

const after = (finalHeight: bigint): Continued => ({
  from: finalHeight + 1n,
  parentHash: null,
  finalHeight,
  resume: null,
});

const isCanonical = async (
  reader: Pick<ChainReader, 'hashAt'>,
  { height, hash }: WatchCursor,
  { newest }: ChainHeads,
): Promise<boolean> => {
  if (height > newest.height) return false;
  return (height === newest.height ? newest.hash : await reader.hashAt(height)) === hash;
};

/**
 * A scan begins at least this many heights before the last watermark when the cursor was lost. The watermark is of the
 * newest block, which was not final and may have been replaced since. That is far more than any reorganisation that
 * chains like these had before finality: Polygon's of February 2023, the deepest known, replaced 157 blocks.
 */
const LOST_CURSOR_MARGIN = 500n;
const BEFORE_FIRST_HEIGHT = -1n;

/**
 * Without a cursor: the first look at a network begins at its newest final block, and so does each one before its first
 * watermark: what came before that block is not seen. After a watermark it begins a margin before it, and what the log
 * has already is not news.
 */
const lastHeightKnown = ({ blockNumber }: WatcherState, { newest, final }: ChainHeads): bigint => {
  const beforeFinal = final.height - 1n;
  if (blockNumber === null) return beforeFinal;
  // Where blocks become final later than that, a reorganisation may reach as deep.
  const margin = highest(LOST_CURSOR_MARGIN, newest.height - final.height);
  return lowest(highest(BigInt(blockNumber) - margin, BEFORE_FIRST_HEIGHT), beforeFinal);
};

export const highest = (one: bigint, other: bigint): bigint => (one > other ? one : other);
export const lowest = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The first height from `from` on that is in no gap that an operator skipped. */
export const behindGaps = (from: bigint, skipped: readonly SkippedHeights[]): bigint => {
  const gap = skipped.find(({ fromHeight, toHeight }) => BigInt(fromHeight) <= from && from <= BigInt(toHeight));
  return gap === undefined ? from : behindGaps(BigInt(gap.toHeight) + 1n, skipped);
};

/** The last height from `from` to `to` before a gap begins, known or skipped. */
export const beforeGap = (from: bigint, to: bigint, { gap, skipped }: WatcherState): bigint =>
  [...skipped.map(({ fromHeight }) => fromHeight), ...(gap === null ? [] : [gap.height])]
    .map(BigInt)
    .filter((height) => height > from)
    .reduce((end, height) => lowest(end, height - 1n), to);
