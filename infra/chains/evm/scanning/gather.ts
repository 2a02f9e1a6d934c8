import { type CallBudget, NOT_NOW } from '../looking/receipts';
import type { EvmScope } from '../looking/scope';
import type { EvmNode, Settled } from '../nodes/node';
import { transactionQuestion } from '../nodes/questions';
import { partsOf } from '../nodes/rpc/few-at-once';
import { contradiction } from '../nodes/standings';
import type { EvmReceipt, EvmTransaction } from '../protocol/wire';
import { mustBeOfChain, type Wanted } from './slices';

/** A transaction with its receipt from one node, or the reason for its absence. */
export type Gathered =
  | { readonly wanted: Wanted; readonly transaction: EvmTransaction | null; readonly receipt: EvmReceipt }
  | { readonly wanted: Wanted; readonly transaction: EvmTransaction | null; readonly error: Error };

const PART = 100;

const settledTransaction = (
  node: EvmNode,
  scope: EvmScope,
  { txid, block }: Wanted,
  settled: Settled<EvmTransaction | null>,
): Settled<EvmTransaction> => {
  if ('error' in settled) return settled;
  const { answer } = settled;
  if (answer?.blockHash !== block.hash) {
    return { error: contradiction(node.label, `lists ${txid} in block ${block.number}, and does not know it there`) };
  }
  try {
    mustBeOfChain(node.label, answer, scope.watch);
    return { answer };
  } catch (error) {
    return { error: error as Error };
  }
};

/** Reads transactions of which the block gave only the hash. */
const askTransactions = async (
  node: EvmNode,
  scope: EvmScope,
  wanted: readonly Wanted[],
  budget: CallBudget,
): Promise<ReadonlyMap<string, Settled<EvmTransaction>>> => {
  const found = new Map<string, Settled<EvmTransaction>>();
  for (const part of partsOf(wanted, PART)) {
    const asked = part.slice(0, Math.max(budget.left, 0));
    budget.left -= asked.length;
    const answers = await node.settle(asked.map(({ txid }) => transactionQuestion(txid)));
    for (const [index, one] of asked.entries()) {
      found.set(one.txid, settledTransaction(node, scope, one, answers[index]!));
    }
    for (const { txid } of part.slice(asked.length)) found.set(txid, { error: new Error(NOT_NOW) });
  }
  return found;
};

/** Adds the transactions that the node tells: their memos decide the reading order. */
export const withTransactions = async (
  node: EvmNode,
  scope: EvmScope,
  wanted: readonly Wanted[],
): Promise<readonly Wanted[]> => {
  const unknown = wanted.filter(({ isListed, transaction }) => isListed && transaction === null);
  const asked = await askTransactions(node, scope, unknown, { left: Infinity });
  return wanted.map((one) => {
    const settled = asked.get(one.txid);
    return settled !== undefined && 'answer' in settled ? { ...one, transaction: settled.answer } : one;
  });
};

/** Reads the wanted transactions from one node; each fails by itself. */
export const gather = async (
  node: EvmNode,
  scope: EvmScope,
  wanted: readonly Wanted[],
  budget: CallBudget,
): Promise<readonly Gathered[]> => {
  const unknown = wanted.filter(({ isListed, transaction }) => isListed && transaction === null);
  const asked = await askTransactions(node, scope, unknown, budget);
  const receipts = await scope.receipts.of(node, wanted, budget);
  return wanted.map((one): Gathered => {
    const settled = asked.get(one.txid);
    if (settled !== undefined && 'error' in settled) return { wanted: one, transaction: null, error: settled.error };
    const transaction = settled?.answer ?? one.transaction;
    const receipt = receipts.get(one.txid)!;
    if ('error' in receipt) return { wanted: one, transaction, error: receipt.error };
    return { wanted: one, transaction, receipt: receipt.answer };
  });
};
