import type { Transfer } from '../../../../commands/ports/chains/chain-reader';
import { cropOf, unreadable } from '../../closed/crop';
import type { Crop, ToldTransaction } from '../../closed/node';
import { transfersIn } from '../../closed/transfers';
import { fieldsOf, malformed, readCount, timeOfSecond } from '../../encodings/answers';
import { hexTxid } from '../../encodings/hex-txid';
import { messageOf } from '../../nodes/nodes-error';
import { propertyOf } from '../../nodes/rpc/node-error';
import { foundIn } from '../verdicts';
import type { XrplWatch } from '../watch';
import { mismatchOf } from './bind';
import { memosOf } from './memos';

type Fields = Readonly<Record<string, unknown>>;

export interface Entry {
  readonly txid: string;
  readonly height: bigint;
  readonly isValidated: boolean;
  readonly fields: Fields;
}

/** Seconds of 1 January 2000, the epoch of the ledger. */
const EPOCH_SECONDS = 946_684_800;

/** ISO 8601, UTC; null when the value is no second of the ledger. */
export const timeOf = (seconds: unknown): string | null =>
  typeof seconds === 'number' ? timeOfSecond(seconds + EPOCH_SECONDS) : null;

export const readHash = (value: unknown, what: string): string => {
  const hash = typeof value === 'string' ? hexTxid(value) : null;
  if (hash === null) throw malformed(what);
  return hash;
};

/** Throws when the node does not name the transaction and its ledger. */
export const readEntry = (value: unknown): Entry => {
  const fields = fieldsOf(value, 'transaction');
  const { tx_json: transaction, hash, ledger_index: height } = fields;
  return {
    ...{ fields, isValidated: fields['validated'] === true },
    txid: readHash(hash ?? propertyOf(transaction, 'hash'), 'hash'),
    height: readCount(height ?? propertyOf(transaction, 'ledger_index'), 'ledger_index'),
  };
};

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

const closeTimeOf = ({ close_time_iso: time, tx_json: transaction }: Fields): string | null =>
  typeof time === 'string' && ISO_TIME.test(time) ? time : timeOf(propertyOf(transaction, 'date'));

const blockHashOf = ({ height, fields }: Entry): string => {
  const hash = fields['ledger_hash'];
  return (typeof hash === 'string' ? hexTxid(hash) : null) ?? `height:${height}`;
};

const readCrop = (entry: Entry, memos: readonly string[], watch: XrplWatch): Crop => {
  const { txid, height, fields } = entry;
  const transaction = fieldsOf(fields['tx_json'], 'tx_json');
  const mismatch = memos.length === 0 ? null : mismatchOf(transaction, fields['meta'], txid);
  if (mismatch !== null) return unreadable(mismatch.reason, memos, mismatch.isContradiction);
  const block = { height, hash: blockHashOf(entry), time: closeTimeOf(fields) };
  return cropOf(foundIn(transaction, fields['meta'], watch), { txid, memos, signer: null, block }, watch);
};

/** Reads a validated transaction. Never throws. */
export const toldOf = (entry: Entry, watch: XrplWatch): ToldTransaction => {
  const { txid, height, fields } = entry;
  const memos = memosOf(fields['tx_json'], watch.memoPrefix);
  const told = { txid, height, blockHash: blockHashOf(entry) };
  if (memos === null) return { ...told, crop: unreadable(`${txid} is told without its fields`, null) };
  try {
    return { ...told, crop: readCrop(entry, memos, watch) };
  } catch (error) {
    return { ...told, crop: unreadable(`${txid}: ${messageOf(error)}`, memos) };
  }
};

/** The amount that arrived at the destination. The reference is the destination tag. Never throws. */
export const transfersOf = ({ fields }: Entry, watch: XrplWatch): readonly Transfer[] => {
  const transaction = propertyOf(fields, 'tx_json');
  const [to, tag] = ['Destination', 'DestinationTag'].map((name) => propertyOf(transaction, name));
  const receivers = typeof to === 'string' ? [to] : [];
  return transfersIn(
    () => foundIn(fieldsOf(transaction, 'tx_json'), fields['meta'], { ...watch, receivers }),
    () => (typeof tag === 'number' ? tag.toString() : null),
  );
};
