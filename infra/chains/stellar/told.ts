import type { Transfer } from '../../../commands/ports/chains/chain-reader';
import { cropOf, unreadable } from '../closed/crop';
import type { Crop, ToldTransaction } from '../closed/node';
import { transfersIn } from '../closed/transfers';
import { type ClosedWatch, EVERYBODY } from '../closed/watch';
import { fieldsOf, malformed, readCount, textOf } from '../encodings/answers';
import { hexTxid } from '../encodings/hex-txid';
import { messageOf } from '../nodes/nodes-error';
import { propertyOf } from '../nodes/rpc/node-error';
import { readEnvelope } from './envelope';
import { hashedMemo } from './memo';
import { movementsIn, type Operation } from './verdicts';

export interface Answered {
  /** The hash in the request or the list: of a fee bump, or of the inner transaction. */
  readonly txid: string;
  readonly height: bigint;
  /** Horizon's record of the transaction, unchecked. */
  readonly transaction: unknown;
  readonly operations: readonly Operation[];
}

type Fields = Readonly<Record<string, unknown>>;

const HASH_BYTES = 32;

const recordedMemos = ({ memo_type: type, memo }: Fields): readonly string[] => {
  if (type !== 'hash' || typeof memo !== 'string') return [];
  const bytes = Buffer.from(memo, 'base64');
  return bytes.length === HASH_BYTES ? [hashedMemo(bytes)] : [];
};

/** A fee bump is one payment with two hashes: the outer hash counts. */
const canonicalTxid = ({ txid, transaction }: Answered): string => {
  const outer = propertyOf(propertyOf(transaction, 'fee_bump_transaction'), 'hash');
  return (typeof outer === 'string' ? hexTxid(outer) : null) ?? txid;
};

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** ISO 8601, UTC; null when the value is no time. */
export const timeOf = (value: unknown): string | null => {
  const isTime = typeof value === 'string' && ISO_TIME.test(value) && !Number.isNaN(Date.parse(value));
  return isTime ? new Date(value).toISOString() : null;
};

const blockHashOf = (height: bigint): string => `height:${height}`;

const effectCrop = (answered: Answered, record: Fields, memos: readonly string[], watch: ClosedWatch): Crop => {
  const { height, operations } = answered;
  const txid = canonicalTxid(answered);
  try {
    const block = { height, hash: blockHashOf(height), time: timeOf(record['created_at']) };
    const { source_account: source } = record;
    const signer = typeof source === 'string' ? source : null;
    return cropOf(movementsIn(operations, watch), { txid, memos, signer, block }, watch);
  } catch (error) {
    return unreadable(`${txid}: ${messageOf(error)}`, memos);
  }
};

/** A contract call never pays by itself, so its envelope is not needed. */
const isContractCall = ({ operations }: Answered): boolean =>
  operations.every(({ fields }) => fields['type'] === 'invoke_host_function');

const boundCrop = (answered: Answered, record: Fields, watch: ClosedWatch): Crop => {
  const { txid } = answered;
  const told = recordedMemos(record);
  try {
    const { hash, innerHash, memos } = readEnvelope(textOf(record['envelope_xdr'], 'envelope_xdr'), watch.identity);
    if (canonicalTxid(answered) === hash && [hash, innerHash].includes(txid)) {
      return effectCrop(answered, record, memos, watch);
    }
    return unreadable(`the envelope of ${txid} is that of ${hash}`, told, true);
  } catch (error) {
    if (isContractCall(answered)) return effectCrop(answered, record, told, watch);
    return unreadable(`the envelope of ${txid} cannot be decoded: ${messageOf(error)}`, told);
  }
};

const cropIn = (answered: Answered, watch: ClosedWatch): Crop => {
  const { txid, height, operations } = answered;
  const record = fieldsOf(answered.transaction, 'transaction');
  const { hash, ledger, successful, memo_type: memoType } = record;
  const isPlaced = readCount(ledger, 'ledger') === height && operations.every(({ id }) => id >> 32n === height);
  if (hash !== txid || !isPlaced) {
    return unreadable(`${txid} is told as ${String(hash)} and in several ledgers`, recordedMemos(record), true);
  }
  if (successful === false) return { movements: [] };
  if (successful !== true) throw malformed('successful');
  return memoType === 'hash' ? boundCrop(answered, record, watch) : effectCrop(answered, record, [], watch);
};

/** Never throws. */
export const toldOf = (answered: Answered, watch: ClosedWatch): ToldTransaction => {
  const { height } = answered;
  const told = { txid: canonicalTxid(answered), height, blockHash: blockHashOf(height) };
  try {
    return { ...told, crop: cropIn(answered, watch) };
  } catch (error) {
    return { ...told, crop: unreadable(`${told.txid}: ${messageOf(error)}`, null) };
  }
};

/** Text and number as they are; hashes as hex. */
const memoTextOf = (transaction: unknown): string | null => {
  const memo = propertyOf(transaction, 'memo');
  if (typeof memo !== 'string') return null;
  const isHash = ['hash', 'return'].includes(String(propertyOf(transaction, 'memo_type')));
  return isHash ? Buffer.from(memo, 'base64').toString('hex') : memo;
};

const referenceOf = (transaction: unknown, { to_muxed_id: muxedId }: Fields): string | null =>
  typeof muxedId === 'string' ? muxedId : memoTextOf(transaction);

/** The reference is the muxed id of the receiver, else the memo. Never throws. */
export const transfersOf = ({ transaction, operations }: Answered, watch: ClosedWatch): readonly Transfer[] => {
  if (propertyOf(transaction, 'successful') !== true) return [];
  return operations.flatMap((operation) =>
    transfersIn(
      () => movementsIn([operation], { ...watch, receivers: EVERYBODY }),
      () => referenceOf(transaction, operation.fields),
    ),
  );
};
