import type { SeenMovement } from '../../../../aggregates/chain';
import type { EvmLook } from '../looking/look';
import { type CallBudget, NOT_NOW } from '../looking/receipts';
import type { EvmScope } from '../looking/scope';
import type { Settled } from '../nodes/node';
import { newestNumberQuestion, receiptQuestion, transactionQuestion } from '../nodes/questions';
import { partsOf } from '../nodes/rpc/few-at-once';
import type { EvmReceipt, EvmTransaction } from '../protocol/wire';
import { gather } from '../scanning/gather';
import type { Slice, Wanted } from '../scanning/slices';
import { settleSlices } from '../scanning/stretch';
import type { EvmEvidence } from './judge';

export type Seen = Pick<SeenMovement, 'txid' | 'blockNumber'>;

/** `blockNumber` is where the transaction was seen; null when it was not. */
interface Sought {
  readonly txid: string;
  readonly blockNumber: string | null;
}

export type Evidence = Map<string, Settled<EvmEvidence>>;

interface Gathering {
  readonly look: EvmLook;
  readonly scope: EvmScope;
  readonly budget: CallBudget;
  readonly evidence: Evidence;
}

type Slices = ReadonlyMap<bigint, Settled<Slice | null>>;

const PART = 50;

/** The transactions' entries in their blocks. Reads headers only, unless one block holds many. */
const slicesOf = async (
  { node }: EvmLook,
  { watch }: EvmScope,
  places: readonly (readonly [bigint, string])[],
): Promise<Slices> => {
  const hits = new Map<bigint, Set<string>>();
  for (const [height, txid] of places) hits.set(height, (hits.get(height) ?? new Set()).add(txid));
  const heights = [...hits.keys()];
  const settled = await settleSlices(node, { ...watch, wholeBlocks: false }, heights, hits);
  return new Map(heights.map((height, index) => [height, settled[index]!]));
};

const noBlock = (height: bigint): Error => new Error(`The node has no block ${height}`);

/** Gathers evidence for transactions still in the block they were seen in; answers the others. */
const inPlace = async (
  { look, scope, budget, evidence }: Gathering,
  seen: readonly Seen[],
): Promise<readonly Seen[]> => {
  const places = seen.map(({ txid, blockNumber }) => [BigInt(blockNumber), txid] as const);
  const listed: Wanted[] = [];
  for (const [height, slice] of await slicesOf(look, scope, places)) {
    const error = 'error' in slice ? slice.error : slice.answer === null ? noBlock(height) : null;
    if ('answer' in slice) listed.push(...(slice.answer?.wanted ?? []).filter(({ isListed }) => isListed));
    if (error === null) continue;
    for (const [, txid] of places.filter(([place]) => place === height)) evidence.set(txid, { error });
  }
  // Asking order: the call budget goes to the first ones.
  const rank = new Map(seen.map(({ txid }, index) => [txid, index]));
  listed.sort((one, other) => rank.get(one.txid)! - rank.get(other.txid)!);
  for (const gathered of await gather(look.node, scope, listed, budget)) {
    const { wanted, transaction } = gathered;
    const facts = { finalisedNumber: look.final.number, transaction, canonical: wanted.block, isListed: true };
    const settled = 'error' in gathered ? gathered : { answer: { ...facts, receipt: gathered.receipt } };
    evidence.set(wanted.txid, settled);
  }
  return seen.filter(({ txid }) => !evidence.has(txid));
};

interface Told {
  readonly seen: Sought;
  readonly transaction: EvmTransaction | null;
  readonly receipt: EvmReceipt | null;
}

const askByHash = async (look: EvmLook, part: readonly Sought[], evidence: Evidence): Promise<readonly Told[]> => {
  const { node, newest } = look;
  const transactions = await node.settle(part.map(({ txid }) => transactionQuestion(txid)));
  const receipts = await node.settle(part.map(({ txid }) => receiptQuestion(txid)));
  // Several nodes may share one URL; one that lags does not know a re-mined transaction yet.
  const head = await node.one(newestNumberQuestion);
  return part.flatMap((seen, index) => {
    const transaction = transactions[index]!;
    const receipt = receipts[index]!;
    const failure = 'error' in transaction ? transaction.error : 'error' in receipt ? receipt.error : null;
    const lags = 'answer' in receipt && receipt.answer === null && head < newest.number;
    const error = lags ? new Error(`${node.label} is behind block ${newest.number}`) : failure;
    if (error !== null) evidence.set(seen.txid, { error });
    if (error !== null || 'error' in transaction || 'error' in receipt) return [];
    return [{ seen, transaction: transaction.answer, receipt: receipt.answer }];
  });
};

const heightOfTold = ({ receipt, seen }: Told): bigint | null => {
  if (receipt !== null) return receipt.blockNumber;
  return seen.blockNumber === null ? null : BigInt(seen.blockNumber);
};

/** One node's evidence by hash alone; each transaction fails by itself. */
export const evidenceByHash = async (
  look: EvmLook,
  scope: EvmScope,
  sought: readonly Sought[],
  evidence: Evidence,
): Promise<void> => {
  const told = await askByHash(look, sought, evidence);
  const finalisedNumber = look.final.number;
  const places = told.flatMap((one) => {
    const height = heightOfTold(one);
    return height === null || height > finalisedNumber ? [] : [[height, one.seen.txid] as const];
  });
  const slices = await slicesOf(look, scope, places);
  for (const one of told) {
    const { transaction, receipt, seen } = one;
    const slice = slices.get(heightOfTold(one) ?? finalisedNumber + 1n);
    if (slice !== undefined && 'error' in slice) {
      evidence.set(seen.txid, slice);
      continue;
    }
    const canonical = slice?.answer?.header ?? null;
    const isListed = slice?.answer?.wanted.some(({ txid, isListed: is }) => txid === seen.txid && is) === true;
    evidence.set(seen.txid, { answer: { finalisedNumber, transaction, receipt, canonical, isListed } });
  }
};

/** Looks for each transaction in the block it was seen in, then by hash. Each fails by itself. */
export const evidenceOf = async (
  look: EvmLook,
  scope: EvmScope,
  seen: readonly Seen[],
  budget: CallBudget,
): Promise<Evidence> => {
  const evidence: Evidence = new Map();
  const lost = await inPlace({ look, scope, budget, evidence }, seen);
  const asked = lost.slice(0, Math.max(0, Math.floor(budget.left / 2)));
  budget.left -= 2 * asked.length;
  for (const part of partsOf(asked, PART)) await evidenceByHash(look, scope, part, evidence);
  for (const { txid } of lost.slice(asked.length)) evidence.set(txid, { error: new Error(NOT_NOW) });
  return evidence;
};
