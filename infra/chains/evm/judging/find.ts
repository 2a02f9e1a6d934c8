import type { FoundTransaction, ScannedMovement, Transfer } from '../../../../commands/ports/chains/chain-reader';
import { findOnNodes, PENDING, UNKNOWN } from '../../looking/find-on-nodes';
import { type EvmLook, lookAt } from '../looking/look';
import type { Placed } from '../looking/place';
import type { EvmScope } from '../looking/scope';
import { answerIn, type EvmNode } from '../nodes/node';
import { receiptQuestion, transactionQuestion } from '../nodes/questions';
import { tokenTransferOf } from '../protocol/transfers';
import type { EvmWatch } from '../protocol/watch';
import type { EvmReceipt, EvmTransaction } from '../protocol/wire';
import { movementsOf, unlistedMovements } from '../scanning/movements';
import { evidenceOfKnown } from './evidence';

const coinTransfers = ({ from, to, value }: EvmTransaction, { nativeAssetId }: EvmWatch): readonly Transfer[] =>
  to === null || value === 0n || nativeAssetId === null
    ? []
    : [{ from, to, assetId: nativeAssetId, baseUnits: value, reference: null }];

const tokenTransfers = ({ logs }: EvmReceipt, { tokens }: EvmWatch): readonly Transfer[] =>
  logs.flatMap((log) => {
    const transfer = tokenTransferOf(log);
    const assetId = tokens.get(transfer?.contract ?? '');
    if (transfer === null || assetId === undefined) return [];
    return [{ from: transfer.from, to: transfer.to, assetId, baseUnits: transfer.amount, reference: null }];
  });

type InBlock = Extract<Placed, { readonly receipt: EvmReceipt }>;

const transfersOf = (placed: InBlock, watch: EvmWatch): readonly Transfer[] => {
  if (!placed.receipt.succeeded) return [];
  const coin = placed.outcome === 'INCLUDED' ? coinTransfers(placed.transaction, watch) : [];
  return [...coin, ...tokenTransfers(placed.receipt, watch)];
};

const isDust = ({ movement }: ScannedMovement, { nativeDustBelow }: EvmWatch): boolean =>
  movement.contract === null && movement.memos.length === 0 && BigInt(movement.amountBaseUnits) < nativeDustBelow;

const foundAt = (placed: Placed, watch: EvmWatch): FoundTransaction => {
  if (placed.outcome === 'UNKNOWN') return UNKNOWN;
  if (placed.outcome === 'PENDING') return PENDING;
  const { receipt, block } = placed;
  const movements =
    placed.outcome === 'INCLUDED' ? movementsOf(placed, watch) : unlistedMovements(receipt, block, watch);
  const scanned = movements.map((movement) => ({ movement, isFinal: false }));
  const transfers = transfersOf(placed, watch);
  return { outcome: 'FINAL', movements: scanned.filter((one) => !isDust(one, watch)), transfers };
};

const createLooks = (scope: EvmScope) => {
  const looks = new Map<EvmNode, Promise<EvmLook>>();
  return (node: EvmNode): Promise<EvmLook> => {
    const look = looks.get(node) ?? lookAt(node, scope, { kept: scope.nodes.expected(), accounts: [] });
    looks.set(node, look);
    return look;
  };
};

/** See ChainReader. Movements are judged afterwards, as those of a scan. */
export const find = (scope: EvmScope, txids: readonly string[]): Promise<readonly FoundTransaction[]> => {
  const lookOf = createLooks(scope);
  return findOnNodes(scope.nodes, txids, async (node, txid) => {
    const [transaction, receipt] = await node.all([transactionQuestion(txid), receiptQuestion(txid)]);
    if (transaction === null) return UNKNOWN;
    if (transaction.blockHash === null) return PENDING;
    if (receipt === null) throw new Error(`${node.label} has ${txid} in a block, and no receipt of it`);
    const { place } = await evidenceOfKnown(await lookOf(node), scope, { txid, transaction, receipt });
    return foundAt(answerIn(place), scope.watch);
  });
};
