import type { SeenMovement } from '../../../../aggregates/chain';
import type { EvmScope } from '../looking/scope';
import type { EvmNode } from '../nodes/node';
import { sliceQuestion } from './slices';

/** Asked for in one batch: a rescan of closed history looks for the first ones of many. */
const MOST_HEIGHTS = 50;

/** What a rescan looks for, with at most half of its calls. */
export const lookedForBy = ({ calledGone, mostSingleCalls }: EvmScope, height: bigint) =>
  new Map([...calledGone.upTo(height)].slice(0, Math.min(MOST_HEIGHTS, Math.floor(mostSingleCalls / 2))));

/** Those that stand where they were seen, as this node says; one header for each height. What it cannot tell, it does not. */
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
