import type { ChainHead } from '../../../../commands/ports/chains/chain-reader';
import type { FoundOnNode, Page, PageRequest, ToldTransaction } from '../../closed/node';
import type { ClosedWatch } from '../../closed/watch';
import { fieldsOf, readCount } from '../../encodings/answers';
import { historyGone } from '../../nodes/history-gone';
import { toldOf, transfersOf } from '../told';
import { recordsOf, type StellarCalls } from './calls';
import { mustHaveLedger, type Root } from './ledgers';
import { type AccountList, type ListedOperation, listAccount, readOperation, withCredit } from './operations';

export interface PageScope {
  readonly calls: StellarCalls;
  readonly watch: ClosedWatch;
  /** For a page that ends at the head: the root that its scan has read, or a new one. */
  readonly root: (to: bigint) => Promise<Root>;
  /** Null: the node has not answered the head of this height. */
  readonly rememberedHead: (height: bigint) => ChainHead | null;
}

/** A list of pruned ledgers is as empty as a list of ledgers without a payment. */
const mustHaveHistory = ({ calls: { label } }: PageScope, { latest, elder }: Root, from: bigint, to: bigint): void => {
  if (elder > from) throw historyGone(label, from, `its history begins at ${elder}`, elder);
  if (latest < to) throw new Error(`${label} is behind: its last ledger is ${latest}, and ${to} was asked for`);
};

const tell = async ({ calls, watch }: PageScope, operations: readonly ListedOperation[]): Promise<ToldTransaction> => {
  const [{ txid, height, fields }] = operations as readonly [ListedOperation];
  const credited: ListedOperation[] = [];
  for (const operation of operations) credited.push(await withCredit(calls, operation, watch));
  return toldOf({ txid, height, transaction: fields['transaction'], operations: credited }, watch);
};

const byId = (one: ListedOperation, other: ListedOperation): number => (one.id < other.id ? -1 : 1);

const lowest = (lists: readonly AccountList[], to: bigint): bigint =>
  lists.reduce((least, { cutAt }) => (cutAt !== null && cutAt < least ? cutAt : least), to);

const grouped = (lists: readonly AccountList[], upTo: bigint): readonly (readonly ListedOperation[])[] => {
  const unique = new Map(lists.flatMap(({ operations }) => operations).map((one) => [one.id, one]));
  const groups = new Map<string, ListedOperation[]>();
  for (const operation of [...unique.values()].sort(byId)) {
    if (operation.height > upTo) continue;
    groups.set(operation.txid, [...(groups.get(operation.txid) ?? []), operation]);
  }
  return [...groups.values()];
};

/** See ClosedNode. An operation's id begins with its ledger, so `from` is enough to place the cursor. */
export const readPage = async (scope: PageScope, { from, to }: PageRequest): Promise<Page> => {
  const { calls, watch } = scope;
  const lists: AccountList[] = [];
  for (const receiver of watch.receivers) lists.push(await listAccount(calls, receiver, { from, to }));
  mustHaveHistory(scope, await scope.root(to), from, to);
  const height = lowest(lists, to);
  const upTo = scope.rememberedHead(height) ?? (await mustHaveLedger(calls, height));
  const told: ToldTransaction[] = [];
  for (const operations of grouped(lists, height)) told.push(await tell(scope, operations));
  return { told, upTo, resume: null };
};

export const readOne = async (scope: PageScope, txid: string): Promise<FoundOnNode | null> => {
  const { calls, watch } = scope;
  const transaction = await calls.ask((server) => server.transactions().transaction(txid).call());
  if (transaction === null) return null;
  const height = readCount(fieldsOf(transaction, 'transaction')['ledger'], 'ledger');
  // No transaction has more operations than a page.
  const answer = await calls.ask((server) => server.payments().forTransaction(txid).limit(200).call());
  const unique = new Map(recordsOf(answer, 'payments').map((fields) => [fields['id'], readOperation(fields)]));
  const operations: ListedOperation[] = [];
  for (const one of [...unique.values()].sort(byId)) operations.push(await withCredit(calls, one, watch));
  const answered = { txid, height, transaction, operations };
  return { ...toldOf(answered, watch), transfers: transfersOf(answered, watch) };
};
