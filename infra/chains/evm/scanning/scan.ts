import type { Movement, SeenMovement } from '../../../../aggregates/chain';
import type {
  Gap,
  Rescanned,
  Scanned,
  ScannedMovement,
  ScanRequest,
} from '../../../../commands/ports/chains/chain-reader';
import { headOf } from '../../nodes/chain-node';
import { isGoneEverywhere } from '../../nodes/history-gone';
import type { Pace } from '../../nodes/pace';
import { grouped } from '../../nodes/rpc/few-at-once';
import type { EvmScope } from '../looking/scope';
import type { EvmNode } from '../nodes/node';
import { headerQuestion } from '../nodes/questions';
import type { EvmLog } from '../protocol/wire';
import { gapOf } from './gap';
import { type Harvest, harvest } from './harvest';
import type { Slice } from './slices';
import { type Before, readHits, readStretch } from './stretch';
import type { BlockRange } from './token-logs';

export const MOST_WHOLE_BLOCKS = 50n;
export const MOST_HEADERS = 100n;
/** A rescan reads only logs and the blocks with a hit. */
export const MOST_RESCANNED_BLOCKS = 2_000n;

/** Movements with one of our memos come first: they are recorded and judged before the others. */
const scannedOf = (movements: readonly SeenMovement[]): readonly ScannedMovement[] => {
  const named = movements.filter(({ memos }) => memos.length > 0);
  const others = movements.filter(({ memos }) => memos.length === 0);
  // EVM effects are judged at finality, also in closed history.
  return [...named, ...others].map((movement) => ({ movement, isFinal: false }));
};

const onceEach = (movements: readonly SeenMovement[]): readonly SeenMovement[] => [
  ...new Map(movements.map((movement) => [`${movement.txid}:${movement.position}`, movement])).values(),
];

const resumeOf = ({ number, hash, time }: Before): unknown => ({ height: number.toString(), hash, time });

/** The last block of the previous scan; null when `resume` is not ours. */
const beforeOf = (resume: unknown): Before | null => {
  if (typeof resume !== 'object' || resume === null) return null;
  const { height, hash, time } = resume as Readonly<Record<string, unknown>>;
  if (typeof height !== 'string' || typeof hash !== 'string' || typeof time !== 'string') return null;
  return /^\d+$/.test(height) && !Number.isNaN(Date.parse(time)) ? { number: BigInt(height), hash, time } : null;
};

const scannedFrom = (slices: readonly Slice[], { movements, unread }: Harvest): Scanned => {
  const last = slices.at(-1)!.header;
  return {
    outcome: 'SCANNED',
    movements: scannedOf([...movements, ...slices.flatMap(({ plain }) => plain)]),
    unread,
    dust: slices.flatMap(({ dust }) => (dust === null ? [] : [dust])),
    parentHash: slices[0]!.header.parentHash,
    upTo: headOf(last),
    resume: resumeOf(last),
  };
};

const mustBeRange = ({ from, to }: BlockRange): void => {
  if (from < 0n || to < from) throw new Error(`No blocks from ${from} to ${to}`);
};

const atMost = ({ from, to }: BlockRange, mostBlocks: bigint): BlockRange => {
  const last = from + mostBlocks - 1n;
  return { from, to: last < to ? last : to };
};

const scanOnce = (scope: EvmScope, range: BlockRange, before: Before | null): Promise<Scanned> =>
  scope.nodes.onOne(async (node) => {
    const slices = await readStretch(node, scope, range, before);
    const wanted = slices.flatMap((slice) => slice.wanted);
    return scannedFrom(slices, await harvest(node, scope, wanted, { left: scope.mostSingleCalls }));
  });

/** See ChainReader. Blocks beyond the pace are left to the next call. */
export const scan = async (scope: EvmScope, pace: Pace, request: ScanRequest): Promise<Scanned | Gap> => {
  mustBeRange(request);
  const before = beforeOf(request.resume);
  return orGap(scope, `gap:${request.from}`, request, () =>
    pace((most) => scanOnce(scope, atMost(request, most), before)),
  );
};

/** A reported gap is permanent, so a second scan must confirm it a minute later. */
const orGap = async <Answer>(
  scope: EvmScope,
  name: string,
  range: BlockRange,
  work: () => Promise<Answer>,
): Promise<Answer | Gap> => {
  try {
    return await work();
  } catch (error) {
    if (!isGoneEverywhere(scope.nodes, error)) throw error;
    if (!scope.sightings.confirm(name, scope.nodes.all[0]!)) throw error;
    return gapOf(scope, range, error);
  }
};

/** See ChainReader. Repeats remembered movements, which may be reverted, and movements wrongly judged missing. */
export const rescan = async (scope: EvmScope, pace: Pace, wide: BlockRange): Promise<Rescanned> => {
  mustBeRange(wide);
  const found = await orGap(scope, `rescan:${wide.from}`, wide, () =>
    pace((most) => rescanOnce(scope, atMost(wide, most))),
  );
  if (!('outcome' in found)) return found;
  const height = found.readableFrom === null ? wide.to : found.readableFrom - 1n;
  return { movements: [], unread: [], upTo: { height }, gone: found.reason };
};

/** Heights per batch; the rest waits for a later rescan. */
const MOST_HEIGHTS = 50;

type Gone = readonly (readonly SeenMovement[])[];

/** Movements judged reorganised away, by height; at most half of the call budget is for them. */
const goneUpTo = ({ calledGone, mostSingleCalls }: EvmScope, height: bigint): Gone =>
  [...grouped(calledGone.upTo(height), ({ blockNumber }) => blockNumber).values()].slice(
    0,
    Math.min(MOST_HEIGHTS, Math.floor(mostSingleCalls / 2)),
  );

/** Movements whose block is canonical again. An unreadable height counts as another block. */
const backOn = async (node: EvmNode, gone: Gone): Promise<readonly SeenMovement[]> => {
  const headers = await node.settle(gone.map(([one]) => headerQuestion(BigInt(one!.blockNumber))));
  return gone.flatMap((own, index) => {
    const header = headers[index]!;
    return own.filter(({ blockHash }) => 'answer' in header && header.answer?.hash === blockHash);
  });
};

const rescanOnce = (scope: EvmScope, range: BlockRange): Promise<Rescanned> => {
  const gone = goneUpTo(scope, range.to);
  const work = async (node: EvmNode): Promise<Rescanned> => {
    const told = new Map<string, readonly Movement[]>();
    const isNews = ({ blockHash, transactionHash }: EvmLog): boolean => {
      const known = scope.remembered.get(`${blockHash}:${transactionHash}`);
      if (known !== undefined) told.set(transactionHash, known);
      return known === undefined;
    };
    const slices = await readHits(node, scope, range, isNews);
    const wanted = slices.flatMap((slice) => slice.wanted);
    const budget = { left: scope.mostSingleCalls - gone.length };
    const { movements, unread } = await harvest(node, scope, wanted, budget);
    if (movements.length > 0) {
      const facts = { network: scope.watch.network, node: node.label, movements: movements.length };
      scope.logger.warn(facts, 'Closed history has movements that the first scan did not report');
    }
    const all = [await backOn(node, gone), ...told.values(), movements].flat();
    return { movements: scannedOf(onceEach(all)), unread, upTo: headOf(slices.at(-1)!.header), gone: null };
  };
  return scope.nodes.onOne(work, { last: scope.nodes.available()[0] });
};
