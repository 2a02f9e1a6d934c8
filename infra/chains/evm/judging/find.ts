import type { ChainTransfer, FoundTransaction } from '../../../../commands/ports/chain-reader';
import { lookAt } from '../looking/look';
import { type EvmScope, headOf } from '../looking/scope';
import type { EvmNode } from '../nodes/node';
import { nodesError } from '../nodes/nodes-error';
import { contradiction } from '../nodes/standings';
import { canonicalEvmTxid } from '../protocol/identifiers';
import { memosOf } from '../protocol/memo';
import { tokenTransferOf } from '../protocol/transfers';
import type { EvmWatch } from '../protocol/watch';
import type { EvmHeader, EvmReceipt, EvmTransaction } from '../protocol/wire';
import { type Evidence, evidenceByHash } from './evidence';
import type { EvmEvidence } from './judge';

/** All catalogued transfers, whoever the parties; coin forwarded by a contract leaves no log and is missing. */
const transfersOf = (
  { from, to, value, input }: EvmTransaction,
  { logs }: EvmReceipt,
  watch: EvmWatch,
): readonly ChainTransfer[] => {
  const memos = memosOf(input, watch.memoPrefix);
  const assetId = watch.nativeAssetId;
  const coin = to === null || value === 0n || assetId === null ? [] : [{ from, to, assetId, amountBaseUnits: value }];
  const tokens = logs.flatMap((log) => {
    const transfer = tokenTransferOf(log);
    const token = transfer === null ? undefined : watch.tokens.get(transfer.contract);
    if (transfer === null || token === undefined) return [];
    return [{ from: transfer.from, to: transfer.to, assetId: token, amountBaseUnits: transfer.amount }];
  });
  return [...coin, ...tokens].map((transfer) => ({ ...transfer, memos }));
};

export type Placed =
  | { readonly outcome: 'UNKNOWN' | 'PENDING' }
  | {
      readonly outcome: 'FINAL';
      readonly block: EvmHeader;
      readonly transaction: EvmTransaction;
      readonly receipt: EvmReceipt;
    };

/** Where one node has a transaction. Throws when it contradicts itself. */
export const placeIn = (node: EvmNode, evidence: EvmEvidence, { watch }: EvmScope): Placed => {
  const { finalisedNumber, transaction, receipt, canonical, isListed } = evidence;
  if (transaction === null && receipt === null) return { outcome: 'UNKNOWN' };
  if (transaction !== null && transaction.chainId !== null && transaction.chainId !== watch.chainId) {
    throw contradiction(node.label, `has ${transaction.hash}, which is of chain ${transaction.chainId}`);
  }
  if (receipt === null) return { outcome: 'PENDING' };
  if (receipt.blockNumber > finalisedNumber || canonical === null) return { outcome: 'PENDING' };
  const isWhole = transaction?.blockHash === canonical.hash && receipt.blockHash === canonical.hash;
  if (transaction === null || !isWhole || !isListed) {
    throw contradiction(node.label, `and its blocks disagree about ${receipt.transactionHash}`);
  }
  return { outcome: 'FINAL', block: canonical, transaction, receipt };
};

const foundIn = (node: EvmNode, evidence: EvmEvidence, scope: EvmScope): FoundTransaction => {
  const placed = placeIn(node, evidence, scope);
  if (placed.outcome !== 'FINAL') return placed;
  const { transaction, receipt } = placed;
  const block = headOf(placed.block);
  if (!receipt.succeeded) return { outcome: 'FAILED', block };
  return { outcome: 'FINAL', block, transfers: transfersOf(transaction, receipt, scope.watch) };
};

const findOn = async (node: EvmNode, scope: EvmScope, txid: string): Promise<FoundTransaction> => {
  const look = await lookAt(node, scope, { kept: scope.nodes.expected(), accounts: [] });
  const evidence: Evidence = new Map();
  await evidenceByHash(look, scope, [{ txid, blockNumber: null }], evidence);
  const found = evidence.get(txid)!;
  if ('error' in found) throw found.error;
  return foundIn(node, found.answer, scope);
};

/** See ChainReader. UNKNOWN takes every endpoint: a lagging one may just not know the transaction yet. */
export const find = async (scope: EvmScope, text: string): Promise<FoundTransaction> => {
  const txid = canonicalEvmTxid(text);
  if (txid === null) throw new Error(`${scope.watch.network}: ${text.slice(0, 100)} is not a transaction's hash`);
  const failures: unknown[] = [];
  let isPending = false;
  for (const node of scope.nodes.available()) {
    try {
      const found = await findOn(node, scope, txid);
      if (found.outcome === 'FINAL' || found.outcome === 'FAILED') return found;
      isPending ||= found.outcome === 'PENDING';
    } catch (error) {
      scope.nodes.doubt(node, error);
      failures.push(error);
    }
  }
  if (isPending) return { outcome: 'PENDING' };
  if (failures.length > 0 || scope.nodes.available().length < scope.nodes.all.length) {
    throw nodesError(scope.watch.network, failures);
  }
  return { outcome: 'UNKNOWN' };
};
