import type { EvmLook } from '../looking/look';
import type { Wanted } from '../looking/place';
import type { EvmScope } from '../looking/scope';
import { type Asked, ask, type CallBudget, placed, type Told } from '../looking/telling';
import { answerIn, type EvmNode, type Settled } from '../nodes/node';
import { newestNumberQuestion } from '../nodes/questions';
import type { EvmHeader, EvmReceipt, EvmTransaction } from '../protocol/wire';
import type { Slice } from '../scanning/slices';
import { hitsOf, settleSlices } from '../scanning/stretch';

export interface Sought {
  readonly txid: string;
  /** Null when no node has seen the transaction. */
  readonly height: bigint | null;
}

export interface Sighted extends Wanted, Sought {
  /** The node's own block with the transaction; null when no node has seen the transaction. */
  readonly there: EvmHeader | null;
}

export type Evidence = Told<Sighted>;

type Entry = Settled<{ readonly header: EvmHeader; readonly listed: ReadonlyMap<string, Wanted> }>;
type Entries = ReadonlyMap<bigint, Entry>;

const entryOf = ({ label }: EvmNode, height: bigint, slice: Settled<Slice | null>): Entry => {
  if ('error' in slice) return slice;
  if (slice.answer === null) return { error: new Error(`${label} has no block ${height}`) };
  const { header, wanted } = slice.answer;
  const listed = wanted.filter(({ isListed }) => isListed);
  return { answer: { header, listed: new Map(listed.map((one) => [one.txid, one])) } };
};

const entriesOf = async ({ node }: EvmLook, { watch }: EvmScope, sought: readonly Sought[]): Promise<Entries> => {
  const hits = hitsOf(sought.flatMap(({ txid, height }) => (height === null ? [] : [{ txid, height }])));
  const heights = [...hits.keys()];
  const settled = await settleSlices(node, { ...watch, wholeBlocks: false }, heights, hits);
  return new Map(heights.map((height, index) => [height, entryOf(node, height, settled[index]!)]));
};

const sightedIn = (entries: Entries, { txid, height }: Sought): Settled<Sighted> => {
  const nowhere = { txid, height, there: null, block: null, isListed: false, isHit: true, transaction: null };
  if (height === null) return { answer: nowhere };
  const entry = entries.get(height)!;
  if ('error' in entry) return entry;
  const { header: there, listed } = entry.answer;
  return { answer: { ...nowhere, ...listed.get(txid), there } };
};

type Lost = Asked<Sighted>;

const isLost = ({ wanted, receipt }: Lost): boolean => wanted.block === null && 'answer' in receipt;

const heightOf = ({ receipt }: Lost): bigint | null =>
  'answer' in receipt ? (receipt.answer?.blockNumber ?? null) : null;

/** Finds the current blocks of transactions that moved. Above finality only the same height is read. */
const locate = async (look: EvmLook, scope: EvmScope, asked: readonly Lost[]): Promise<readonly Lost[]> => {
  const { node, newest, final } = look;
  if (!asked.some(isLost)) return asked;
  // Several nodes may share one URL, and a late node does not know a re-mined transaction yet.
  const lags = (await node.one(newestNumberQuestion)) < newest.number;
  const soughtBy = (one: Lost): readonly Sought[] => {
    const height = isLost(one) ? heightOf(one) : null;
    const isRead = height !== null && (height <= final.number || height === one.wanted.height);
    return isRead ? [{ txid: one.wanted.txid, height }] : [];
  };
  const entries = await entriesOf(look, scope, asked.flatMap(soughtBy));
  return asked.map((one) => {
    const [sought] = soughtBy(one);
    if (sought === undefined) {
      const isBehind = lags && isLost(one) && heightOf(one) === null;
      return isBehind
        ? { ...one, receipt: { error: new Error(`${node.label} is behind block ${newest.number}`) } }
        : one;
    }
    const found = sightedIn(entries, sought);
    if ('error' in found) return { ...one, receipt: found };
    const { there: block, isListed } = found.answer;
    return { ...one, wanted: { ...one.wanted, block, isListed } };
  });
};

interface Known {
  readonly txid: string;
  readonly transaction: EvmTransaction;
  readonly receipt: EvmReceipt;
}

/** Evidence of a transaction that the node has just reported; above finality no block is read. */
export const evidenceOfKnown = async (look: EvmLook, scope: EvmScope, known: Known): Promise<Evidence> => {
  const { txid, transaction, receipt } = known;
  const isFinal = receipt.blockNumber <= look.final.number;
  const sought = { txid, height: isFinal ? receipt.blockNumber : null };
  const sighted = answerIn(sightedIn(await entriesOf(look, scope, [sought]), sought));
  const wanted = { ...sighted, block: sighted.there, transaction };
  return placed(look.node, scope, { wanted, receipt: { answer: receipt } });
};

/** Reads transactions again on one node: first in their former block, then by hash. Each may fail alone. */
export const evidenceOf = async (
  look: EvmLook,
  scope: EvmScope,
  sought: readonly Sought[],
  budget: CallBudget,
): Promise<readonly Settled<Evidence>[]> => {
  const entries = await entriesOf(look, scope, sought);
  const sighted = sought.map((one) => sightedIn(entries, one));
  const begun = sighted.flatMap((one) => ('answer' in one ? [one.answer] : []));
  const located = (await locate(look, scope, await ask(look.node, scope, begun, budget))).values();
  return sighted.map((one) => {
    if ('error' in one) return one;
    return { answer: placed(look.node, scope, located.next().value as Lost) };
  });
};
