import { createHash } from 'node:crypto';
import { decode, hashes, type Payment, type Transaction, verifySignature } from 'xrpl';
import type { Clock } from '../../../../commands/ports/clock';

export type Fields = Readonly<Record<string, unknown>>;

export interface Account {
  drops: bigint;
  sequence: number;
  flags: number;
}

export interface TrustLine {
  /** In millionths. */
  balance: bigint;
  limit: string;
  isFrozen: boolean;
}

/** A row of `account_tx`. */
export interface Row {
  readonly hash: string;
  readonly tx_json: Fields;
  readonly meta: Fields;
}

export interface Ledger {
  readonly index: number;
  readonly hash: string;
  /** Seconds since 1 January 2000. */
  readonly closeTime: number;
  readonly rows: readonly Row[];
}

const FIRST_LEDGER = 100;
const EPOCH_MS = 946_684_800_000;
const MILLION = 1_000_000n;

/** Decimal text of millionths. */
export const textOf = (millionths: bigint): string => {
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(7, '0');
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

const millionthsOf = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole) * MILLION + BigInt(part.slice(0, 6).padEnd(6, '0'));
};

const modified = (type: string, final: Fields, previous: Fields): Fields => ({
  ModifiedNode: { LedgerEntryType: type, LedgerIndex: '0'.repeat(64), FinalFields: final, PreviousFields: previous },
});

/** Accounts and trust lines, and what a Payment does to them. */
const createState = () => {
  const accounts = new Map<string, Account>();
  const lines = new Map<string, TrustLine>();
  const fund = (address: string, drops: bigint): Account => {
    const account = accounts.get(address) ?? { drops: 0n, sequence: 1, flags: 0 };
    account.drops += drops;
    accounts.set(address, account);
    return account;
  };
  const addDrops = (address: string, drops: bigint): Fields => {
    const before = accounts.get(address)?.drops ?? 0n;
    const { drops: after, sequence, flags } = fund(address, drops);
    const final = { Account: address, Balance: after.toString(), Flags: flags, Sequence: sequence };
    return modified('AccountRoot', final, { Balance: before.toString() });
  };
  const addIssued = (holder: string, { currency, issuer }: Fields, millionths: bigint): Fields => {
    const line = lines.get(`${holder}|${currency}|${issuer}`)!;
    const before = line.balance;
    line.balance += millionths;
    const balance = (value: bigint) => ({ currency, issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value: textOf(value) });
    const limits = {
      LowLimit: { currency, issuer: holder, value: line.limit },
      HighLimit: { currency, issuer, value: '0' },
    };
    return modified('RippleState', { Balance: balance(line.balance), ...limits }, { Balance: balance(before) });
  };
  const payCoin = ({ Account: from, Destination: to }: Payment, drops: bigint): readonly Fields[] | string =>
    (accounts.get(from)?.drops ?? 0n) < drops ? 'tecUNFUNDED_PAYMENT' : [addDrops(from, -drops), addDrops(to, drops)];
  const payIssued = ({ Account: from, Destination: to }: Payment, amount: Fields): readonly Fields[] | string => {
    const { currency, issuer, value } = amount;
    const millionths = millionthsOf(String(value));
    const holders = [from, to].filter((one) => one !== issuer);
    const isOpen = holders.every((one) => lines.get(`${one}|${currency}|${issuer}`)?.isFrozen === false);
    if (!isOpen) return 'tecPATH_DRY';
    return holders.map((one) => addIssued(one, amount, one === from ? -millionths : millionths));
  };
  const pay = (payment: Payment): readonly Fields[] | string => {
    const { Amount: amount } = payment;
    return typeof amount === 'string'
      ? payCoin(payment, BigInt(amount))
      : payIssued(payment, amount as unknown as Fields);
  };
  return { accounts, lines, fund, addDrops, pay };
};

export const isoOf = (closeTime: number): string =>
  new Date(closeTime * 1_000 + EPOCH_MS).toISOString().replace('.000', '');

export const createChain = (clock: Clock) => {
  const state = createState();
  const ledgers: Ledger[] = [];
  let open: Row[] = [];
  const record = (transaction: Fields, hash: string, result: readonly Fields[] | string, parent: Fields): string => {
    const isDone = typeof result !== 'string';
    const delivered = isDone && transaction['TransactionType'] === 'Payment';
    const meta = {
      ...{ AffectedNodes: isDone ? result : [], TransactionIndex: open.length, ...parent },
      TransactionResult: isDone ? 'tesSUCCESS' : result,
      ...(delivered ? { delivered_amount: transaction['Amount'] } : {}),
    };
    open.push({ hash, tx_json: transaction, meta });
    return meta.TransactionResult;
  };
  const submit = (blob: string): string => {
    const transaction = decode(blob) as unknown as Transaction & Fields;
    if (!verifySignature(blob)) throw new Error('a false signature');
    const { Account: from, Fee: fee = '0', TransactionType: type } = transaction;
    const paid = state.addDrops(from, -BigInt(fee));
    state.fund(from, 0n).sequence += 1;
    const hash = hashes.hashSignedTx(blob);
    if (type !== 'Batch') return record(transaction, hash, type === 'Payment' ? state.pay(transaction) : [paid], {});
    const result = record(transaction, hash, [paid], {});
    for (const { RawTransaction: inner } of transaction.RawTransactions) {
      const innerHash = hashes.hashSignedTx(inner as Transaction);
      record(inner as unknown as Fields, innerHash, state.pay(inner as Payment), { ParentBatchID: hash });
    }
    return result;
  };
  const closeOne = (): void => {
    const index = (ledgers.at(-1)?.index ?? FIRST_LEDGER - 1) + 1;
    const hash = createHash('sha256').update(`ledger ${index}`).digest('hex').toUpperCase();
    ledgers.push({ index, hash, closeTime: Math.floor((clock.now() - EPOCH_MS) / 1_000), rows: open });
    open = [];
  };
  const closeLedgers = (count = 1): void => {
    for (let closed = 0; closed < count; closed += 1) closeOne();
  };
  return { ...state, ledgers, submit, closeLedgers };
};

export type RippledLedger = ReturnType<typeof createChain>;
