import type { ClosedWatch } from '../../closed/watch';
import { malformed, readCount, textOf } from '../../encodings/answers';
import { hexTxid } from '../../encodings/hex-txid';
import { messageOf } from '../../nodes/nodes-error';
import type { Operation } from '../verdicts';
import { recordsOf, type StellarCalls } from './calls';

export interface ListedOperation extends Operation {
  readonly txid: string;
  readonly height: bigint;
}

export interface AccountList {
  readonly operations: readonly ListedOperation[];
  /** The ledger up to which the list is complete; null: all that was asked for. */
  readonly cutAt: bigint | null;
}

type Fields = Readonly<Record<string, unknown>>;

const PER_PAGE = 200;
/** Where so many do not fit the largest answer that is read. */
const FEWER_PER_PAGE = 10;
const MOST_OPERATIONS = 1_000;

/** The id holds the ledger's height in its upper half. */
const LEDGER_BITS = 32n;

export const readOperation = (fields: Fields): ListedOperation => {
  const id = readCount(textOf(fields['id'], 'id'), 'id');
  const txid = hexTxid(textOf(fields['transaction_hash'], 'transaction_hash'));
  if (txid === null) throw malformed('transaction_hash');
  return { id, txid, height: id >> LEDGER_BITS, fields, merged: null };
};

const pageAfter = async ({ ask }: StellarCalls, account: string, cursor: bigint): Promise<unknown> => {
  const page = (limit: number) =>
    ask((server) =>
      server
        .payments()
        .forAccount(account)
        .join('transactions')
        .cursor(cursor.toString())
        .order('asc')
        .limit(limit)
        .call(),
    );
  try {
    return await page(PER_PAGE);
  } catch (error) {
    if (!messageOf(error).includes('is larger than')) throw error;
    return page(FEWER_PER_PAGE);
  }
};

const operationsAfter = async (calls: StellarCalls, account: string, cursor: bigint) => {
  const answer = await pageAfter(calls, account, cursor);
  // An account that never was has no list.
  const operations = answer === null ? [] : recordsOf(answer, 'payments').map(readOperation);
  const isOrdered = operations.every(({ id }, index) => id >= (operations[index - 1]?.id ?? cursor + 1n));
  if (!isOrdered) throw new Error(`${calls.label} lists payments again, or out of order`);
  return operations;
};

/** The oldest operations between two ledgers, as many whole ledgers as fit a page. */
export const listAccount = async (
  calls: StellarCalls,
  account: string,
  { from, to }: { readonly from: bigint; readonly to: bigint },
): Promise<AccountList> => {
  const found = new Map<bigint, ListedOperation>();
  const list = (cutAt: bigint | null): AccountList => ({ operations: [...found.values()], cutAt });
  for (let cursor = from << LEDGER_BITS; ; ) {
    const operations = await operationsAfter(calls, account, cursor);
    for (const operation of operations) found.set(operation.id, operation);
    const last = operations.at(-1);
    // A short page is not the end: another server may lie between.
    if (last === undefined || last.height > to) return list(null);
    if (found.size >= MOST_OPERATIONS && last.height > from) return list(last.height - 1n);
    cursor = last.id;
  }
};

const creditOf = async ({ ask }: StellarCalls, { id, fields }: Operation): Promise<unknown> => {
  const answer = await ask((server) => server.effects().forOperation(id.toString()).limit(PER_PAGE).call());
  const effect = recordsOf(answer, 'effects').find(
    ({ type, account }) => type === 'account_credited' && account === fields['into'],
  );
  return effect?.['amount'] ?? null;
};

/** Asks for the amount that a merge brought to a receiver, which its record lacks. */
export const withCredit = async (
  calls: StellarCalls,
  operation: ListedOperation,
  { receivers }: ClosedWatch,
): Promise<ListedOperation> => {
  const { type, into } = operation.fields;
  if (type !== 'account_merge' || typeof into !== 'string' || !receivers.includes(into)) return operation;
  return { ...operation, merged: await creditOf(calls, operation) };
};
