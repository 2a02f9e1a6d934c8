import type { Clock } from '../../../../commands/ports/clock';
import type { EvmNode, Settled } from '../nodes/node';
import { blockReceiptsQuestion, receiptQuestion } from '../nodes/questions';
import { partsOf } from '../nodes/rpc/few-at-once';
import { contradiction } from '../nodes/standings';
import type { EvmHeader, EvmReceipt } from '../protocol/wire';

/** From this many transactions of one block on, the whole block's receipts are read. */
export const MANY = 8;

/** Receipts per batch: keeps a large block's answers from being in memory all at once. */
const PART = 100;

/** How long a node that fails `eth_getBlockReceipts` is not asked for it again. */
const LEFT_ALONE_MS = 60 * 60_000;

/** Single calls left to one piece of work. */
export interface CallBudget {
  left: number;
}

export interface Included {
  readonly txid: string;
  readonly block: Pick<EvmHeader, 'number' | 'hash'>;
}

/** Receipts by transaction, each failing by itself; `NOT_NOW` when the call budget ran out. */
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

/** Null when the node does not answer, or not for this block. */
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
