import type { SeenMovement } from '../../../../aggregates/chain';
import type { EvmScope } from '../looking/scope';
import type { EvmNode } from '../nodes/node';
import { sliceQuestion } from './slices';

/** Heights per batch; the rest waits for a later rescan. */
const MOST_HEIGHTS = 50;

/** Movements for a rescan to look for, with at most half of its call budget. */
export const lookedForBy = ({ calledGone, mostSingleCalls }: EvmScope, height: bigint) =>
  new Map([...calledGone.upTo(height)].slice(0, Math.min(MOST_HEIGHTS, Math.floor(mostSingleCalls / 2))));

/** Movements still in the block they were seen in, by one header per height; unreadable heights count as absent. */
export const standAfterAll = async (
  node: EvmNode,
  { watch }: EvmScope,
  gone: ReadonlyMap<bigint, readonly SeenMovement[]>,
): Promise<readonly SeenMovement[]> => {
  const wanted = [...gone];
  const settled = await node.settle(
    wanted.map(([height, own]) => {
      const hits = new Set(own.map(({ txid }) => txid));
      return sliceQuestion(node, height, { watch, hits, whole: false });
    }),
  );
  return wanted.flatMap(([, own], index) => {
    const one = settled[index]!;
    const slice = 'answer' in one ? one.answer : null;
    const listed = new Set(slice?.wanted.filter(({ isListed }) => isListed).map(({ txid }) => txid));
    return own.filter(({ txid, blockHash }) => slice?.header.hash === blockHash && listed.has(txid));
  });
};
