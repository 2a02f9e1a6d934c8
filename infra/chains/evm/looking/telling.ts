import { grouped, partsOf } from '../../nodes/rpc/few-at-once';
import { answerIn, type EvmNode, type Question, type Settled, settledBy } from '../nodes/node';
import { blockReceiptsQuestion, receiptQuestion, transactionQuestion } from '../nodes/questions';
import type { EvmReceipt } from '../protocol/wire';
import { type Placed, placeOf, type Wanted } from './place';
import type { EvmScope } from './scope';

/** With this many transactions of one block, the receipts of the whole block are read. */
export const MANY = 8;

/** Questions per batch: keeps a large block's answers from being in memory all at once. */
const PART = 100;

/** Pause after a node failed `eth_getBlockReceipts`. */
const LEFT_ALONE_MS = 60 * 60_000;

const NOT_NOW = new Error('there were too many to read at once; it is read again');

export interface CallBudget {
  left: number;
}

export interface Asked<One extends Wanted> {
  /** Includes the transaction if the node has reported it. */
  readonly wanted: One;
  readonly receipt: Settled<EvmReceipt | null>;
}

export interface Told<One extends Wanted> {
  readonly wanted: One;
  readonly place: Settled<Placed>;
}

type Answers<Answer> = Map<string, Settled<Answer>>;

const askEach = async <Answer>(
  node: EvmNode,
  wanted: readonly Wanted[],
  question: (txid: string) => Question<Answer>,
): Promise<Answers<Answer>> => {
  const answers: Answers<Answer> = new Map();
  for (const part of partsOf(wanted, PART)) {
    const settled = await node.settle(part.map(({ txid }) => question(txid)));
    for (const [index, { txid }] of part.entries()) answers.set(txid, settled[index]!);
  }
  return answers;
};

/** Null when the node does not answer, or not for this block. */
const receiptsIn = async (node: EvmNode, wanted: readonly Wanted[]): Promise<readonly EvmReceipt[] | null> => {
  const { number, hash } = wanted[0]!.block!;
  const txids = new Set(wanted.map(({ txid }) => txid));
  const question = blockReceiptsQuestion(number);
  const read = (result: unknown): readonly EvmReceipt[] => {
    const receipts = question.read(result);
    if (receipts.some((receipt) => receipt.blockHash !== hash)) throw new Error('receipts of another block');
    return receipts.filter((receipt) => txids.has(receipt.transactionHash));
  };
  const [settled] = await node.settle([{ ...question, read }]);
  if ('error' in settled!) return null;
  const { answer } = settled!;
  return new Set(answer.map((receipt) => receipt.transactionHash)).size === txids.size ? answer : null;
};

const receiptsByBlock = async (
  node: EvmNode,
  { clock, noBlockReceipts }: EvmScope,
  wanted: readonly Wanted[],
): Promise<Answers<EvmReceipt | null>> => {
  const answers: Answers<EvmReceipt | null> = new Map();
  for (const own of grouped(wanted, ({ block }) => block?.hash).values()) {
    const isLeftAlone = clock.now() - (noBlockReceipts.get(node) ?? -LEFT_ALONE_MS) < LEFT_ALONE_MS;
    if (own.length < MANY || own[0]!.block === null || isLeftAlone) continue;
    const receipts = await receiptsIn(node, own);
    if (receipts === null) noBlockReceipts.set(node, clock.now());
    for (const receipt of receipts ?? []) answers.set(receipt.transactionHash, { answer: receipt });
  }
  return answers;
};

/** An unlisted transaction is judged by its receipt alone. */
const lacksTransaction = ({ block, isListed, transaction }: Wanted): boolean =>
  transaction === null && (isListed || block === null);

const takeAffordable = <One extends Wanted>(
  wanted: readonly One[],
  known: Answers<unknown>,
  budget: CallBudget,
): readonly One[] =>
  wanted.filter((one) => {
    const calls = (lacksTransaction(one) ? 1 : 0) + (known.has(one.txid) ? 0 : 1);
    if (calls > budget.left) return false;
    budget.left -= calls;
    return true;
  });

/** Asks one node for receipts and unknown transactions. Each may fail alone. */
export const ask = async <One extends Wanted>(
  node: EvmNode,
  scope: EvmScope,
  wanted: readonly One[],
  budget: CallBudget,
): Promise<readonly Asked<One>[]> => {
  const known = await receiptsByBlock(node, scope, wanted);
  const asked = takeAffordable(wanted, known, budget);
  const single = asked.filter(({ txid }) => !known.has(txid));
  const transactions = await askEach(node, asked.filter(lacksTransaction), transactionQuestion);
  const receipts = await askEach(node, single, receiptQuestion);
  const areAsked = new Set(asked);
  return wanted.map((one) => {
    if (!areAsked.has(one)) return { wanted: one, receipt: { error: NOT_NOW } };
    const transaction = transactions.get(one.txid) ?? { answer: one.transaction };
    if ('error' in transaction) return { wanted: one, receipt: transaction };
    const receipt = known.get(one.txid) ?? receipts.get(one.txid)!;
    return { wanted: { ...one, transaction: transaction.answer }, receipt };
  });
};

export const placed = <One extends Wanted>(
  node: EvmNode,
  { watch }: EvmScope,
  { wanted, receipt }: Asked<One>,
): Told<One> => ({ wanted, place: settledBy(() => placeOf(node.label, wanted, answerIn(receipt), watch)) });

/** Adds the transactions that the node reports: their memos decide the reading order. */
export const withTransactions = async <One extends Wanted>(
  node: EvmNode,
  wanted: readonly One[],
): Promise<readonly One[]> => {
  const transactions = await askEach(node, wanted.filter(lacksTransaction), transactionQuestion);
  return wanted.map((one) => {
    const settled = transactions.get(one.txid);
    return settled !== undefined && 'answer' in settled ? { ...one, transaction: settled.answer } : one;
  });
};
