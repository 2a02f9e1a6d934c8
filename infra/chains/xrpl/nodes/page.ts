import type { ChainHead } from '../../../../commands/ports/chains/chain-reader';
import { unreadable } from '../../closed/crop';
import type { FoundOnNode, Page, PageRequest } from '../../closed/node';
import { propertyOf } from '../../nodes/rpc/node-error';
import { type Entry, readEntry, toldOf, transfersOf } from '../reading/told';
import type { XrplWatch } from '../watch';
import type { RippledCalls } from './calls';
import { type LedgerRange, ledgerAt } from './ledgers';
import { type Listing, listAccount } from './listing';

export interface PageScope {
  readonly calls: RippledCalls;
  readonly watch: XrplWatch;
  /** The ledgers from `from` that the server has whole, at most up to `to`. */
  readonly completeFrom: (from: bigint, to: bigint) => Promise<LedgerRange>;
  /** Null: the node has not answered the head of this height. */
  readonly rememberedHead: (height: bigint) => ChainHead | null;
}

const least = (...heights: readonly bigint[]): bigint => heights.reduce((low, one) => (one < low ? one : low));

/** The number of ledgers that an answer held at the previous page; null: all. */
const stepOf = (resume: unknown): bigint | null => {
  const step = propertyOf(resume, 'ledgers');
  return typeof step === 'string' && /^[1-9]\d{0,9}$/.test(step) ? BigInt(step) : null;
};

/** Each transaction once, in the order of the ledger, up to the last ledger in the lists of all receivers. */
const listAll = async ({ calls, watch }: PageScope, range: LedgerRange): Promise<Listing> => {
  const entries = new Map<string, Entry>();
  let { last } = range;
  let isHalfFull = false;
  for (const account of watch.receivers) {
    const listing = await listAccount(calls, account, { first: range.first, last });
    ({ last } = listing);
    isHalfFull ||= listing.isHalfFull;
    for (const entry of listing.entries) entries.set(entry.txid, entry);
  }
  return { entries: [...entries.values()].sort((one, other) => Number(one.height - other.height)), last, isHalfFull };
};

/** A list is complete up to the first transaction that is not validated; that one is neither read nor skipped. */
const validatedOf = ({ label }: RippledCalls, { entries, last, isHalfFull }: Listing, from: bigint): Listing => {
  const open = entries.filter(({ isValidated }) => !isValidated).map(({ height }) => height - 1n);
  const end = least(last, ...open);
  if (end < from) throw new Error(`${label} lists a transaction of ledger ${from} that is not validated`);
  return { entries: entries.filter(({ height }) => height <= end), last: end, isHalfFull };
};

const upToOf = async ({ calls, rememberedHead }: PageScope, height: bigint): Promise<ChainHead> => {
  const head = rememberedHead(height) ?? (await ledgerAt(calls, height));
  if (head === null) throw new Error(`${calls.label} does not have ledger ${height}`);
  return head;
};

/** See ClosedNode. Lists each receiver by `account_tx`. */
export const readPage = async (scope: PageScope, { from, to, resume }: PageRequest): Promise<Page> => {
  const { calls, watch } = scope;
  const { last: end } = await scope.completeFrom(from, to);
  const step = stepOf(resume);
  const asked = step === null ? end : least(end, from + step - 1n);
  const { entries, last, isHalfFull } = validatedOf(calls, await listAll(scope, { first: from, last: asked }), from);
  const next = last < asked || step === null || isHalfFull ? last - from + 1n : step * 2n;
  return {
    told: entries.map((entry) => toldOf(entry, watch)),
    upTo: await upToOf(scope, last),
    resume: last < end ? { ledgers: next.toString() } : null,
  };
};

/** See ClosedNode. A transaction that is not validated is unknown. */
export const readOne = async ({ calls, watch }: PageScope, txid: string): Promise<FoundOnNode | null> => {
  const params = { transaction: txid.toUpperCase() };
  const read = (result: Readonly<Record<string, unknown>>) => (result['validated'] === true ? readEntry(result) : null);
  const entry = await calls.find({ method: 'tx', params, read }, 'txnNotFound');
  if (entry === null) return null;
  if (entry.txid === txid) return { ...toldOf(entry, watch), transfers: transfersOf(entry, watch) };
  const crop = unreadable(`${calls.label} answers ${entry.txid} instead of ${txid}`, null, true);
  return { ...{ txid, height: entry.height, blockHash: `height:${entry.height}` }, crop, transfers: [] };
};
