import type { Movement } from '../../../../aggregates/chain';
import type { UnreadTransaction } from '../../../../commands/ports/chains/chain-reader';
import { grouped } from '../../nodes/rpc/few-at-once';
import { contradiction } from '../../nodes/standings';
import type { Wanted } from '../looking/place';
import type { EvmScope } from '../looking/scope';
import { ask, type CallBudget, MANY, placed, type Told, withTransactions } from '../looking/telling';
import type { EvmNode } from '../nodes/node';
import { memosOf } from '../protocol/memo';
import { movementsOf, paysCoin, unlistedMovements } from './movements';
import type { BlockEntry } from './slices';

/** The rest is read again, node by node. */
export interface Harvest {
  readonly movements: readonly Movement[];
  readonly unread: readonly UnreadTransaction[];
}

type Crop =
  | { readonly movements: readonly Movement[] }
  | { readonly reason: string; readonly isContradiction: boolean };

const unreadable = (reason: string, isContradiction = false): Crop => ({ reason, isContradiction });

const keyOf = ({ txid, block }: BlockEntry): string => `${block.hash}:${txid}`;

/** Movements of one transaction. An unlisted transaction or a failed payment needs two answers. */
export const cropOf = (scope: EvmScope, node: EvmNode, { wanted, place }: Told<BlockEntry>): Crop => {
  if ('error' in place) return unreadable(place.error.message);
  const { watch, sightings } = scope;
  const { txid, block, isHit } = wanted;
  const { answer } = place;
  if (answer.outcome === 'PENDING') return unreadable(`${txid} is in no block`);
  if (answer.outcome !== 'INCLUDED') {
    if (!sightings.confirm(`${answer.outcome}:${keyOf(wanted)}`, node)) {
      return unreadable(`a log names ${txid}, and block ${block.number} does not list it`, true);
    }
    return { movements: answer.outcome === 'UNKNOWN' ? [] : unlistedMovements(answer.receipt, block, watch) };
  }
  const isPayment = isHit || paysCoin(answer.transaction, watch);
  if (isPayment && !answer.receipt.succeeded && !sightings.confirm(`failed:${keyOf(wanted)}`, node)) {
    return unreadable(`${txid} pays us, and its receipt says that it failed`, isHit);
  }
  return { movements: movementsOf(answer, watch) };
};

/** Null when the transaction is unread: it may carry one of our memos. */
export const memosKnownOf = ({ watch }: EvmScope, { transaction }: Wanted): readonly string[] | null =>
  transaction === null ? null : memosOf(transaction.input, watch.memoPrefix);

/** Blocks with our memos first. Full blocks are read one by one to limit memory; all others together. */
const groupsOf = (scope: EvmScope, wanted: readonly BlockEntry[]): readonly (readonly BlockEntry[])[] => {
  const inBlock = grouped(wanted, ({ block }) => block.hash);
  const groupOf = ({ block: { hash } }: BlockEntry) => (inBlock.get(hash)!.length >= MANY ? hash : 'few');
  const isNamed = (one: BlockEntry): boolean => (memosKnownOf(scope, one) ?? []).length > 0;
  const parts = [wanted.filter(isNamed), wanted.filter((one) => !isNamed(one))];
  return parts.flatMap((part) => [...grouped(part, groupOf).values()]);
};

/** A log index is wrong if it lacks a transaction whose receipt has a token's transfer. */
const isIndexed = ({ isHit }: Wanted, movements: readonly Movement[]): boolean =>
  isHit || movements.every(({ contract, assetId }) => contract === null || assetId === null);

const indexed = (told: Told<BlockEntry>, crop: Crop): Crop => {
  if ('reason' in crop || isIndexed(told.wanted, crop.movements)) return crop;
  return unreadable(`the logs of its block do not name ${told.wanted.txid}, and its receipt does`, true);
};

export const harvest = async (
  node: EvmNode,
  scope: EvmScope,
  wanted: readonly BlockEntry[],
  budget: CallBudget,
): Promise<Harvest> => {
  const movements: Movement[] = [];
  const unread: UnreadTransaction[] = [];
  const take = (told: Told<BlockEntry>): void => {
    const crop = indexed(told, cropOf(scope, node, told));
    if ('movements' in crop) {
      scope.remembered.set(keyOf(told.wanted), crop.movements);
      movements.push(...crop.movements);
      return;
    }
    const { txid, block } = told.wanted;
    const memos = memosKnownOf(scope, told.wanted);
    unread.push({ txid, height: block.number, blockHash: block.hash, memos, reason: crop.reason });
    if (crop.isContradiction) scope.nodes.doubt(node, contradiction(node.label, `says against itself: ${crop.reason}`));
  };
  const news = wanted.filter((one) => {
    const known = scope.remembered.get(keyOf(one));
    movements.push(...(known ?? []));
    return known === undefined;
  });
  for (const group of groupsOf(scope, await withTransactions(node, news))) {
    for (const asked of await ask(node, scope, group, budget)) take(placed(node, scope, asked));
  }
  return { movements, unread };
};
