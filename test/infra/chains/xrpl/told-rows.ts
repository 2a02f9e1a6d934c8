import { decode, hashes, type SubmittableTransaction, type Transaction, type Wallet } from 'xrpl';
import { closedWatchOf } from '../../../../infra/chains/closed/watch';
import { readEntry, toldOf } from '../../../../infra/chains/xrpl/reading/told';
import { xrplWatchOf } from '../../../../infra/chains/xrpl/watch';
import { assets, network, payer } from './scenario';

export type Fields = Readonly<Record<string, unknown>>;

export const watch = xrplWatchOf(
  closedWatchOf({
    ...{ network, assets, rpcUrls: [], memoPrefix: 'acme', finality: 'finalized' },
    logger: { info: () => undefined, warn: () => undefined },
  }),
);

const HASH = 'AB'.repeat(32);

/** A transaction that the library signed, as `account_tx` returns it. */
export const rowOf = (sent: Fields, hash: string, meta: unknown): Fields => {
  const { Amount, ...rest } = sent;
  return {
    tx_json: {
      ...rest,
      ...(rest['TransactionType'] === 'Payment' ? { DeliverMax: Amount } : { Amount }),
      date: 700_000_000,
      ledger_index: 105,
    },
    ...{ hash, meta, ledger_index: 105, ledger_hash: HASH, close_time_iso: '2026-11-20T12:00:00Z', validated: true },
  };
};

export const signedRow = (transaction: SubmittableTransaction, meta: unknown, by: Wallet = payer): Fields => {
  const { tx_blob, hash } = by.sign({ ...transaction, Fee: '10', Sequence: 1 });
  return rowOf(decode(tx_blob), hash, meta);
};

/** As an inner transaction of a Batch, which is not signed. */
export const innerRow = (transaction: SubmittableTransaction, meta: Fields): Fields => {
  const inner = { ...transaction, Fee: '0', Sequence: 2, Flags: 0x4000_0000, SigningPubKey: '' };
  return rowOf(inner, hashes.hashSignedTx(inner as Transaction), { ...meta, ParentBatchID: HASH });
};

export const cropOf = (row: Fields) => toldOf(readEntry(row), watch).crop;

const nodeOf = (type: string, final: Fields, previous: Fields): Fields => ({
  ModifiedNode: { LedgerEntryType: type, LedgerIndex: HASH, FinalFields: final, PreviousFields: previous },
});

export const coinNode = (Account: string, before: string, after: string): Fields =>
  nodeOf('AccountRoot', { Account, Balance: after, Flags: 0, Sequence: 1 }, { Balance: before });

type Ends = readonly [string, string];

/** A trust line as the ledger keeps it: the balance is that of the low account. */
export const lineNode = (ends: Ends, currency: string, ...[before, after]: Ends): Fields => {
  const [low, high] = ends;
  const balance = (value: string) => ({ currency, issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value });
  const limits = {
    LowLimit: { currency, issuer: low, value: '1000000' },
    HighLimit: { currency, issuer: high, value: '0' },
  };
  return nodeOf('RippleState', { Balance: balance(after), Flags: 131_072, ...limits }, { Balance: balance(before) });
};

export const metaOf = (AffectedNodes: readonly Fields[], delivered_amount?: unknown): Fields => ({
  ...{ AffectedNodes, TransactionIndex: 2, TransactionResult: 'tesSUCCESS' },
  ...(delivered_amount === undefined ? {} : { delivered_amount }),
});
