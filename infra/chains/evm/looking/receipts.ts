import type { Clock } from '../../../../commands/ports/clock';
import type { EvmNode, Settled } from '../nodes/node';
import { blockReceiptsQuestion, receiptQuestion } from '../nodes/questions';
import { partsOf } from '../nodes/rpc/few-at-once';
import { contradiction } from '../nodes/standings';
import type { EvmHeader, EvmReceipt } from '../protocol/wire';

/** From so many transactions of one block on, the whole block is asked for. */
export const MANY = 8;

/** Receipts are read in parts of so many, so that the answers of a large block are never all in memory at once. */
const PART = 100;

/** A node without `eth_getBlockReceipts`, or whose answer cannot be right, is not asked for it again for so long. */
const LEFT_ALONE_MS = 60 * 60_000;

/** How many single calls are left to a piece of work. */
export interface CallBudget {
  left: number;
}

/** A transaction and the block that it is in. */
export interface Included {
  readonly txid: string;
  readonly block: Pick<EvmHeader, 'number' | 'hash'>;
}

/** Receipts by transaction, each by itself: an error of the words `NOT_NOW` when there were no calls left for it. */
export interface ReceiptSource {
  readonly of: (
    node: EvmNode,
    included: readonly Included[],
    budget: CallBudget,
  ) => Promise<ReadonlyMap<string, Settled<EvmReceipt>>>;
}

export const NOT_NOW = 'there were too many to read at once; it is read again';

const settledReceipt = (
  node: EvmNode,
  { txid, block }: Included,
  settled: Settled<EvmReceipt | null>,
): Settled<EvmReceipt> => {
  if ('error' in settled) return settled;
  const { answer } = settled;
  if (answer?.blockHash === block.hash) return { answer };
  const words = answer === null ? 'without a receipt of' : 'and a receipt of another block for';
  return { error: contradiction(node.label, `has block ${block.number} ${words} ${txid}`) };
};

type Found = Map<string, Settled<EvmReceipt>>;

const askEach = async (
  node: EvmNode,
  included: readonly Included[],
  budget: CallBudget,
  found: Found,
): Promise<void> => {
  for (const part of partsOf(included, PART)) {
    const asked = part.slice(0, Math.max(budget.left, 0));
    budget.left -= asked.length;
    const answers = await node.settle(asked.map(({ txid }) => receiptQuestion(txid)));
    for (const [index, one] of asked.entries()) found.set(one.txid, settledReceipt(node, one, answers[index]!));
    for (const { txid } of part.slice(asked.length)) found.set(txid, { error: new Error(NOT_NOW) });
  }
};

/** The wanted receipts of one block; null when the node does not answer, or its answer is not that of this block. */
const askBlock = async (node: EvmNode, included: readonly Included[]): Promise<readonly EvmReceipt[] | null> => {
  const { number, hash } = included[0]!.block;
  const wanted = new Set(included.map(({ txid }) => txid));
  const question = blockReceiptsQuestion(number);
  const read = (result: unknown): readonly EvmReceipt[] => {
    const receipts = question.read(result);
    if (receipts.some((receipt) => receipt.blockHash !== hash)) throw new Error('receipts of another block');
    return receipts.filter((receipt) => wanted.has(receipt.transactionHash));
  };
  const [settled] = await node.settle([{ ...question, read }]);
  if ('error' in settled!) return null;
  const { answer } = settled!;
  return new Set(answer.map((receipt) => receipt.transactionHash)).size === wanted.size ? answer : null;
};

const blocksOf = (included: readonly Included[]): readonly (readonly Included[])[] => {
  const blocks = new Map<string, Included[]>();
  for (const one of included) {
    const known = blocks.get(one.block.hash);
    if (known === undefined) blocks.set(one.block.hash, [one]);
    else known.push(one);
  }
  return [...blocks.values()];
};

export const createReceiptSource = (clock: Clock): ReceiptSource => {
  const leftAloneSince = new WeakMap<EvmNode, number>();
  const isAsked = (node: EvmNode): boolean => {
    const since = leftAloneSince.get(node);
    return since === undefined || clock.now() - since >= LEFT_ALONE_MS;
  };
  return {
    of: async (node, included, budget) => {
      const found: Found = new Map();
      const single: Included[] = [];
      for (const block of blocksOf(included)) {
        if (block.length < MANY || !isAsked(node)) {
          single.push(...block);
          continue;
        }
        const receipts = await askBlock(node, block);
        if (receipts === null) {
          leftAloneSince.set(node, clock.now());
          single.push(...block);
        }
        for (const receipt of receipts ?? []) found.set(receipt.transactionHash, { answer: receipt });
      }
      await askEach(node, single, budget, found);
      return found;
    },
  };
};
