import type { ChainHead } from '../../../../commands/ports/chains/chain-reader';
import type { FoundOnNode, Page, PageRequest, ToldTransaction } from '../../closed/node';
import { readCount } from '../../encodings/answers';
import { historyGone } from '../../nodes/history-gone';
import { messageOf } from '../../nodes/nodes-error';
import { partsOf } from '../../nodes/rpc/few-at-once';
import { isRateFailure } from '../../nodes/rpc/json-rpc';
import { isRefused, type NodeError, propertyOf } from '../../nodes/rpc/node-error';
import { MOST_REQUESTS_AT_ONCE } from '../../nodes/rpc/open-endpoint';
import { type Listed, toldOf, transfersOf, unreadOf } from '../reading/told';
import type { SolanaWatch } from '../watch';
import { firstSlotOf, lastBlockIn } from './blocks';
import type { SolanaCalls } from './calls';
import { type AccountList, listAccount } from './list';

export interface PageScope {
  readonly calls: SolanaCalls;
  readonly watch: SolanaWatch;
  /** Wallets, and token accounts that can exist. */
  readonly accounts: () => Promise<readonly string[]>;
  /** Null: the node has not answered the head of this height. */
  readonly rememberedHead: (height: bigint) => ChainHead | null;
  /** The node has just proved that it has all blocks from here. */
  readonly hasHistory: (from: bigint) => boolean;
  /** By account: rows that the last page listed and left to the next. */
  readonly left: Map<string, Left>;
}

interface Left {
  readonly from: bigint;
  readonly list: AccountList;
}

const MOST_TRANSACTIONS = 300;
const UNHEALTHY = -32005;

/** JSON: by account the last transaction known, and its slot in digits. */
type Resume = Readonly<Record<string, { readonly signature: string; readonly slot: string }>>;

/** Only a transaction below `from` may shorten the list. */
const untilOf = (resume: unknown, account: string, from: bigint): string | null => {
  const known = propertyOf(resume, account);
  const [signature, slot] = [propertyOf(known, 'signature'), propertyOf(known, 'slot')];
  if (typeof signature !== 'string' || typeof slot !== 'string' || !/^\d{1,16}$/.test(slot)) return null;
  return BigInt(slot) < from ? signature : null;
};

/** Asks a few at a time, and stops after a failure. */
const inParts = async <Item, Answer>(items: readonly Item[], work: (item: Item) => Promise<Answer>) => {
  const answers: Answer[] = [];
  for (const part of partsOf(items, MOST_REQUESTS_AT_ONCE)) answers.push(...(await Promise.all(part.map(work))));
  return answers;
};

/** Null: too few to fill a page, or of another range. */
const leftIn = ({ left }: PageScope, account: string, { from, to }: PageRequest): AccountList | null => {
  const known = left.get(account);
  if (known?.from !== from || known.list.oldest.length < MOST_TRANSACTIONS) return null;
  return { ...known.list, oldest: known.list.oldest.filter(({ slot }) => slot <= to), isCut: true };
};

const leave = ({ left }: PageScope, accounts: readonly string[], lists: readonly AccountList[], upTo: bigint): void => {
  for (const [index, account] of accounts.entries()) {
    const list = lists[index]!;
    const oldest = list.oldest.filter(({ slot }) => slot > upTo);
    left.set(account, { from: upTo + 1n, list: { ...list, oldest } });
  }
};

const mustHaveHistory = async (calls: SolanaCalls, from: bigint): Promise<void> => {
  const first = await firstSlotOf(calls);
  if (first > from) throw historyGone(calls.label, from, `its history begins at ${first}`, first);
};

interface Part {
  readonly listed: readonly Listed[];
  /** The slot up to which `listed` is complete; null: all that was asked for. */
  readonly cutAt: bigint | null;
}

const bySlot = (one: Listed, other: Listed): number => Number(one.slot - other.slot);

/** The oldest few hundred transactions of all accounts, each once, with the whole slot of the last one. */
const partOf = (lists: readonly AccountList[]): Part => {
  const unique = new Map(lists.flatMap(({ oldest }) => oldest).map((one) => [one.signature, one]));
  const all = [...unique.values()].sort(bySlot);
  const last = all[MOST_TRANSACTIONS - 1]?.slot;
  const listed = last === undefined ? all : all.filter(({ slot }) => slot <= last);
  const isWhole = listed.length === all.length && !lists.some(({ isCut }) => isCut);
  return { listed, cutAt: isWhole ? null : (last ?? null) };
};

/** A node that is late or limits its callers proves nothing about this transaction. */
const isAboutNode = ({ code, message: words, refused, isPassing }: NodeError): boolean =>
  code === UNHEALTHY || isRateFailure({ code, words, refused, isPassing });

const tell = async ({ calls, watch }: PageScope, listed: Listed): Promise<ToldTransaction> => {
  const { signature } = listed;
  try {
    const answer = await calls.transaction(signature);
    if (answer !== null) return toldOf(answer, listed, watch);
    return unreadOf(listed, `${calls.label} lists ${signature} and does not have it`);
  } catch (error) {
    if (!isRefused(error) || isAboutNode(error)) throw error;
    return unreadOf(listed, messageOf(error));
  }
};

const resumeOf = (accounts: readonly string[], lists: readonly AccountList[], old: unknown, upTo: bigint): Resume =>
  Object.fromEntries(
    accounts.flatMap((account, index) => {
      const { newest, oldest } = lists[index]!;
      const last = newest !== null && newest.slot <= upTo ? newest : oldest.findLast(({ slot }) => slot <= upTo);
      if (last !== undefined) return [[account, { signature: last.signature, slot: last.slot.toString() }] as const];
      const signature = untilOf(old, account, upTo + 1n);
      const slot = propertyOf(propertyOf(old, account), 'slot') as string;
      return signature === null ? [] : [[account, { signature, slot }] as const];
    }),
  );

const upToOf = ({ calls, rememberedHead }: PageScope, from: bigint, to: bigint): Promise<ChainHead> =>
  Promise.resolve(rememberedHead(to) ?? lastBlockIn(calls, from, to));

/** See ClosedNode. Lists each account, and reads the oldest transactions of all. */
export const readPage = async (scope: PageScope, request: PageRequest): Promise<Page> => {
  const { from, to, resume } = request;
  const { calls, watch } = scope;
  const accounts = await scope.accounts();
  const { memoPrefix } = watch;
  const lists = await inParts(accounts, async (account) => {
    const until = untilOf(resume, account, from);
    return leftIn(scope, account, request) ?? listAccount(calls, { account, from, to, until, memoPrefix });
  });
  if (!scope.hasHistory(from)) await mustHaveHistory(calls, from);
  const { listed, cutAt } = partOf(lists);
  const upTo = await upToOf(scope, from, cutAt ?? to);
  const complete = listed.filter(({ slot }) => slot <= upTo.height);
  const told = await inParts(complete, (one) => tell(scope, one));
  leave(scope, accounts, lists, upTo.height);
  return { told, upTo, resume: resumeOf(accounts, lists, resume, upTo.height) };
};

/** See ClosedNode. Rejects with the node's refusal: a row needs a slot. */
export const readOne = async ({ calls, watch }: PageScope, txid: string): Promise<FoundOnNode | null> => {
  const answer = await calls.transaction(txid);
  if (answer === null) return null;
  const told = toldOf(answer, { signature: txid, slot: slotOf(calls.label, answer), memos: null }, watch);
  return { ...told, transfers: transfersOf(answer, watch) };
};

const slotOf = (label: string, answer: unknown): bigint => {
  try {
    return readCount(propertyOf(answer, 'slot'), 'slot');
  } catch (error) {
    throw new Error(`${label} getTransaction: ${messageOf(error)}`, { cause: error });
  }
};
