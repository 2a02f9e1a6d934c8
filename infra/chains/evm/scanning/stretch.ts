import { historyGone, isPrunedAnswer } from '../../nodes/history-gone';
import { grouped, partsOf } from '../../nodes/rpc/few-at-once';
import { contradiction } from '../../nodes/standings';
import { headerAt } from '../looking/look';
import type { EvmScope } from '../looking/scope';
import { MANY } from '../looking/telling';
import type { EvmNode, Settled } from '../nodes/node';
import { newestNumberQuestion } from '../nodes/questions';
import type { EvmWatch } from '../protocol/watch';
import type { EvmHeader, EvmLog } from '../protocol/wire';
import { type Slice, sliceQuestion } from './slices';
import { type BlockRange, tokenLogs } from './token-logs';

/** Blocks per batch. An answer with 5,000 whole transfers takes 4 MB, and several are in memory at once. */
const HEADERS_AT_ONCE = 50;
const WHOLE_BLOCKS_AT_ONCE = 4;

export type Hits = ReadonlyMap<bigint, ReadonlySet<string>>;

export const hitsOf = (places: readonly { readonly height: bigint; readonly txid: string }[]): Hits =>
  new Map(
    [...grouped(places, ({ height }) => height)].map(([height, own]) => [height, new Set(own.map(({ txid }) => txid))]),
  );

const hitsIn = (logs: readonly EvmLog[]): Hits =>
  hitsOf(logs.map(({ blockNumber, transactionHash }) => ({ height: blockNumber, txid: transactionHash })));

const NO_HITS: ReadonlySet<string> = new Set();

const finalNumber = async (node: EvmNode, { finality }: EvmScope): Promise<bigint> => {
  if (finality === 'finalized') return (await headerAt(node, 'finalized')).number;
  return (await node.one(newestNumberQuestion)) - BigInt(finality.depth);
};

/** The reason a block is unreadable: only a final block can be missing for good. */
export const missing = async (
  node: EvmNode,
  scope: EvmScope,
  height: bigint,
  refusal: Error | null,
): Promise<Error> => {
  const reason = refusal?.message ?? 'it answers nothing';
  const isGone = refusal === null || isPrunedAnswer(refusal);
  if (isGone && height <= (await finalNumber(node, scope))) return historyGone(node.label, height, reason);
  return refusal ?? new Error(`${node.label} has no block ${height}`);
};

export const settleSlices = async (
  node: EvmNode,
  watch: EvmWatch,
  heights: readonly bigint[],
  hits: Hits,
): Promise<readonly Settled<Slice | null>[]> => {
  const sieves = heights.map((height) => {
    const own = hits.get(height) ?? NO_HITS;
    return { height, hits: own, whole: watch.wholeBlocks || own.size >= MANY };
  });
  const atOnce = sieves.some(({ whole }) => whole) ? WHOLE_BLOCKS_AT_ONCE : HEADERS_AT_ONCE;
  const settled: Settled<Slice | null>[] = [];
  for (const part of partsOf(sieves, atOnce)) {
    const questions = part.map(({ height, ...sieve }) => sliceQuestion(node, height, { watch, ...sieve }));
    settled.push(...(await node.settle(questions)));
  }
  return settled;
};

/** As settleSlices; rejects at the first missing block. */
const slicesAt = async (
  node: EvmNode,
  scope: EvmScope,
  heights: readonly bigint[],
  hits: Hits,
): Promise<readonly Slice[]> => {
  const slices: Slice[] = [];
  for (const [index, settled] of (await settleSlices(node, scope.watch, heights, hits)).entries()) {
    const slice = 'answer' in settled ? settled.answer : null;
    if (slice === null) throw await missing(node, scope, heights[index]!, 'error' in settled ? settled.error : null);
    slices.push(slice);
  }
  return slices;
};

const changed = (node: EvmNode, number: bigint): Error =>
  contradiction(node.label, `changed its chain at block ${number} while it was read`);

/** Throws when a log belongs to a block that was not read. */
const mustHold = (node: EvmNode, slices: readonly Slice[], logs: readonly EvmLog[]): void => {
  const hashes = new Set(slices.map(({ header }) => header.hash));
  const stranger = logs.find((log) => !hashes.has(log.blockHash));
  if (stranger !== undefined) throw changed(node, stranger.blockNumber);
};

export type Before = Pick<EvmHeader, 'number' | 'hash' | 'time'>;

const mustBeChain = (node: EvmNode, { times }: EvmScope, slices: readonly Slice[], before: Before | null): void => {
  let parent = before;
  for (const { header } of slices) {
    times.mustBePast(node.label, header);
    if (parent !== null && parent.number + 1n === header.number) {
      // The previous scan may have read another fork: the caller detects this by its hash.
      if (parent !== before && parent.hash !== header.parentHash) throw changed(node, header.number);
      if (parent.hash === header.parentHash) times.mustFollow(node.label, parent, header);
    }
    parent = header;
  }
};

/** Reads a range of blocks from one node: logs first, then headers or whole blocks, which must form a chain. */
export const readStretch = async (
  node: EvmNode,
  scope: EvmScope,
  { from, to }: BlockRange,
  before: Before | null,
): Promise<readonly Slice[]> => {
  const logs = await tokenLogs(node, scope, { from, to });
  const heights = Array.from({ length: Number(to - from) + 1 }, (_, index) => from + BigInt(index));
  const slices = await slicesAt(node, scope, heights, hitsIn(logs));
  mustHold(node, slices, logs);
  mustBeChain(node, scope, slices, before);
  return slices;
};

/** Reads from one node the blocks with a log for us, and the last block of the range. */
export const readHits = async (
  node: EvmNode,
  scope: EvmScope,
  { from, to }: BlockRange,
  isNews: (log: EvmLog) => boolean,
): Promise<readonly Slice[]> => {
  const logs = (await tokenLogs(node, scope, { from, to })).filter(isNews);
  const hits = hitsIn(logs);
  const heights = [...new Set([...hits.keys(), to])].sort((one, other) => (one < other ? -1 : 1));
  const slices = await slicesAt(node, { ...scope, watch: { ...scope.watch, wholeBlocks: false } }, heights, hits);
  mustHold(node, slices, logs);
  return slices;
};
