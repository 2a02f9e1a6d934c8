import type { SkippedHeights, WatcherState } from '../../../aggregates/watcher/watcher';
import type { ChainHeads, ChainReader, KeptHash } from '../../ports/chains/chain-reader';
import type { Look, WatchCursor } from '../watch-deps';

export interface NextRange {
  readonly from: bigint;
  /** Below `from` when there is nothing to scan. */
  readonly to: bigint;
  /** Scanned hash before `from`; null when unknown or unchangeable. */
  readonly parentHash: string | null;
  /** Scanned and final up to here. */
  readonly finalHeight: bigint;
  readonly resume: unknown;
}

/** After the cursor if its block is canonical, else after the last final one; never into a gap. */
export const nextRange = async (
  reader: Pick<ChainReader, 'network' | 'hashAt'>,
  look: Look,
  kept: readonly KeptHash[],
): Promise<NextRange> => {
  const { state, heads } = look;
  const next = await continued(reader, look, kept);
  const from = behindGaps(next.from, state.skipped);
  const to = beforeGap(from, heads.newest.height, state);
  return from === next.from ? { ...next, to } : { ...next, from, to, parentHash: null, resume: null };
};

type Continued = Omit<NextRange, 'to'>;

const continued = async (
  reader: Pick<ChainReader, 'network' | 'hashAt'>,
  { cursor, heads, state }: Look,
  kept: readonly KeptHash[],
): Promise<Continued> => {
  const { newest, final } = heads;
  if (final.height > newest.height) {
    throw new Error(`${reader.network}: height ${final.height} is final, but the newest height is ${newest.height}`);
  }
  if (cursor === null) return after(lastHeightKnown(state, heads));
  // Waiting for the node to catch up would look like a quiet network.
  if (cursor.finalHeight > newest.height) {
    throw new Error(
      `${reader.network}: the newest height is ${newest.height}, but height ${cursor.finalHeight} is already final`,
    );
  }
  if (!isProved(cursor, heads, kept) && !(await isCanonical(reader, cursor, heads))) return after(cursor.finalHeight);
  const { height, hash, resume } = cursor;
  // After the canonical check: the scanned node may have had other blocks than this one.
  const finalHeight = highest(cursor.finalHeight, lowest(final.height, height));
  return { from: height + 1n, parentHash: hash, finalHeight, resume };
};

const after = (finalHeight: bigint): Continued => ({
  from: finalHeight + 1n,
  parentHash: null,
  finalHeight,
  resume: null,
});

/** The block was final when it was scanned, and this scan has compared a kept hash above it. */
const isProved = (
  { height, hash, finalHeight }: WatchCursor,
  { uncompared, isClosed }: ChainHeads,
  [top]: readonly KeptHash[],
): boolean =>
  (isClosed === true || height <= finalHeight) &&
  hash !== '' &&
  uncompared === null &&
  top !== undefined &&
  height <= top.height;

const isCanonical = async (
  reader: Pick<ChainReader, 'hashAt'>,
  { height, hash }: WatchCursor,
  { newest }: ChainHeads,
): Promise<boolean> => {
  if (height > newest.height) return false;
  return (height === newest.height ? newest.hash : await reader.hashAt(height)) === hash;
};

/** Heights below the last watermark. Deepest reorganisation known: 157 blocks (Polygon, February 2023). */
const LOST_CURSOR_MARGIN = 500n;
const BEFORE_FIRST_HEIGHT = -1n;

/** Without a cursor. Before the first watermark earlier payments go unseen; later, known deposits are no news. */
const lastHeightKnown = ({ blockNumber }: WatcherState, { newest, final }: ChainHeads): bigint => {
  const beforeFinal = final.height - 1n;
  if (blockNumber === null) return beforeFinal;
  // If blocks become final later, a reorganisation may be this deep.
  const margin = highest(LOST_CURSOR_MARGIN, newest.height - final.height);
  return lowest(highest(BigInt(blockNumber) - margin, BEFORE_FIRST_HEIGHT), beforeFinal);
};

export const highest = (one: bigint, other: bigint): bigint => (one > other ? one : other);
export const lowest = (one: bigint, other: bigint): bigint => (one < other ? one : other);

export const behindGaps = (from: bigint, skipped: readonly SkippedHeights[]): bigint => {
  const gap = skipped.find(({ fromHeight, toHeight }) => BigInt(fromHeight) <= from && from <= BigInt(toHeight));
  return gap === undefined ? from : behindGaps(BigInt(gap.toHeight) + 1n, skipped);
};

export const beforeGap = (from: bigint, to: bigint, { gap, skipped }: WatcherState): bigint =>
  [...skipped.map(({ fromHeight }) => fromHeight), ...(gap === null ? [] : [gap.height])]
    .map(BigInt)
    .filter((height) => height > from)
    .reduce((end, height) => lowest(end, height - 1n), to);
