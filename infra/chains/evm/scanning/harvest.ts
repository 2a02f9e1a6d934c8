import type { Movement } from '../../../../aggregates/chain';
import type { UnreadTransaction } from '../../../../commands/ports/chain-reader';
import { type CallBudget, MANY } from '../looking/receipts';
import type { EvmScope } from '../looking/scope';
import type { EvmNode } from '../nodes/node';
import { memosOf } from '../protocol/memo';
import { type Gathered, gather, withTransactions } from './gather';
import { movementsOf, paysCoin, unlistedMovements } from './movements';
import type { Wanted } from './slices';

export interface Harvest {
  readonly movements: readonly Movement[];
  readonly unread: readonly UnreadTransaction[];
  /** The node's contradictions; their transactions are in `unread` too. */
  readonly contradictions: readonly string[];
}

type Crop =
  | { readonly movements: readonly Movement[] }
  | { readonly reason: string; readonly isContradiction: boolean };

const keyOf = ({ txid, block }: Pick<Wanted, 'txid' | 'block'>): string => `${block.hash}:${txid}`;

const isIndexed = ({ isHit }: Wanted, movements: readonly Movement[]): boolean =>
  isHit || movements.every(({ contract, assetId }) => contract === null || assetId === null);

/** Movements of one transaction. An unlisted transaction or a failed payment takes two answers. */
export const cropOf = (scope: EvmScope, node: EvmNode, gathered: Gathered): Crop => {
  if ('error' in gathered) return { reason: gathered.error.message, isContradiction: false };
  const { wanted, transaction, receipt } = gathered;
  const { txid, block } = wanted;
  if (!wanted.isListed || transaction === null) {
    if (scope.sightings.confirm(keyOf(wanted), node)) {
      return { movements: unlistedMovements(receipt, block, scope.watch) };
    }
    return { reason: `a log names ${txid}, and block ${block.number} does not list it`, isContradiction: true };
  }
  const isPayment = wanted.isHit || paysCoin(transaction, scope.watch);
  if (isPayment && !receipt.succeeded && !scope.sightings.confirm(`failed:${keyOf(wanted)}`, node)) {
    return { reason: `${txid} pays us, and its receipt says that it failed`, isContradiction: wanted.isHit };
  }
  return { movements: movementsOf({ transaction, receipt, block }, scope.watch) };
};

/** Null when the transaction is unread: it may carry one of our memos. */
export const memosKnownOf = ({ watch }: EvmScope, { transaction }: Gathered): readonly string[] | null =>
  transaction === null ? null : memosOf(transaction.input, watch.memoPrefix);

const unreadOf = (scope: EvmScope, gathered: Gathered, reason: string): UnreadTransaction => ({
  txid: gathered.wanted.txid,
  height: gathered.wanted.block.number,
  blockHash: gathered.wanted.block.hash,
  memos: memosKnownOf(scope, gathered),
  reason,
});

const knowsMore = (one: Gathered, other: Gathered): boolean =>
  'receipt' in one || (one.transaction !== null && other.transaction === null);

const gatherAnywhere = async (
  node: EvmNode,
  scope: EvmScope,
  wanted: readonly Wanted[],
  budget: CallBudget,
): Promise<readonly Gathered[]> => {
  const gathered = [...(await gather(node, scope, wanted, budget))];
  for (const other of scope.nodes.available().filter((one) => one !== node)) {
    const failed = [...gathered.keys()].filter((index) => 'error' in gathered[index]!);
    if (failed.length === 0 || budget.left <= 0) break;
    try {
      await scope.nodes.prove(other);
      const again = await gather(
        other,
        scope,
        failed.map((index) => wanted[index]!),
        budget,
      );
      for (const [place, index] of failed.entries()) {
        if (knowsMore(again[place]!, gathered[index]!)) gathered[index] = again[place]!;
      }
    } catch (error) {
      scope.nodes.doubt(other, error);
    }
  }
  return gathered;
};

/** Blocks with many transactions are read one by one to bound memory; all others together. */
const groupsOf = (wanted: readonly Wanted[]): readonly (readonly Wanted[])[] => {
  const counts = new Map<string, number>();
  for (const { block } of wanted) counts.set(block.hash, (counts.get(block.hash) ?? 0) + 1);
  const groups = new Map<string, Wanted[]>();
  for (const one of wanted) {
    const name = counts.get(one.block.hash)! >= MANY ? one.block.hash : 'few';
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return [...groups.values()];
};

const isNamed = ({ watch }: EvmScope, { transaction }: Wanted): boolean =>
  transaction !== null && memosOf(transaction.input, watch.memoPrefix).length > 0;

/** Reads the wanted transactions, those with one of our memos first. Each fails by itself. */
export const harvest = async (
  node: EvmNode,
  scope: EvmScope,
  wanted: readonly Wanted[],
  budget: CallBudget,
): Promise<Harvest> => {
  const movements: Movement[] = [];
  const unread: UnreadTransaction[] = [];
  const contradictions: string[] = [];
  const take = (gathered: Gathered): void => {
    const crop = cropOf(scope, node, gathered);
    if ('movements' in crop && isIndexed(gathered.wanted, crop.movements)) {
      scope.remembered.set(keyOf(gathered.wanted), crop.movements);
      movements.push(...crop.movements);
      return;
    }
    const { txid } = gathered.wanted;
    const reason = 'reason' in crop ? crop.reason : `the logs of its block do not name ${txid}, and its receipt does`;
    unread.push(unreadOf(scope, gathered, reason));
    if (!('reason' in crop) || crop.isContradiction) contradictions.push(reason);
  };
  const news = wanted.filter((one) => {
    const known = scope.remembered.get(keyOf(one));
    movements.push(...(known ?? []));
    return known === undefined;
  });
  const known = await withTransactions(node, scope, news);
  const named = known.filter((one) => isNamed(scope, one));
  const others = known.filter((one) => !isNamed(scope, one));
  for (const group of [...groupsOf(named), ...groupsOf(others)]) {
    for (const gathered of await gatherAnywhere(node, scope, group, budget)) take(gathered);
  }
  return { movements, unread, contradictions };
};
