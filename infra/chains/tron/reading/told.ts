import { createHash } from 'node:crypto';
import { utils } from 'tronweb';
import type { ChainHead, Transfer } from '../../../../commands/ports/chains/chain-reader';
import { cropOf, unreadable } from '../../closed/crop';
import type { Crop, ToldTransaction } from '../../closed/node';
import { transfersIn } from '../../closed/transfers';
import { textOf } from '../../encodings/answers';
import { messageOf } from '../../nodes/nodes-error';
import { propertyOf } from '../../nodes/rpc/node-error';
import { ownMemoOf } from '../../own-memo';
import { base58Address, base58Whole } from '../protocol/address';
import { bytesOfHex, memoIn, type RawData, readRawData } from '../protocol/raw-data';
import { foundIn, transferIn } from '../verdicts';
import type { TronWatch } from '../watch';
import { type Effects, readEffects } from './effects';

type Fields = Readonly<Record<string, unknown>>;

/** The library has no types for these. */
const txCheck = utils.transaction.txCheck as (transaction: unknown) => boolean;
const decode = utils.deserializeTx.deserializeTransaction as (type: string, rawDataHex: string) => unknown;

export interface Walked {
  readonly txid: string;
  readonly transaction: Fields;
  readonly info: Fields;
}

interface Place {
  readonly block: ChainHead;
  readonly watch: TronWatch;
}

const succeeds = (check: () => boolean): boolean => {
  try {
    return check();
  } catch {
    return false;
  }
};

/** True when `raw_data` differs from `raw_data_hex`. For numbers above 2^53 only the hash binds. */
const isTampered = (transaction: Fields, type: string): boolean =>
  !succeeds(() => txCheck(transaction)) &&
  succeeds(() => {
    const raw_data = decode(type, textOf(transaction['raw_data_hex'], 'raw_data_hex'));
    return txCheck({ ...transaction, visible: false, raw_data });
  });

const isDisputed = ({ ret }: Fields, { isDone }: Effects): boolean => {
  const told = propertyOf(Array.isArray(ret) ? ret[0] : null, 'contractRet');
  return typeof told === 'string' && told !== 'DEFAULT' && (told === 'SUCCESS') !== isDone;
};

/** Throws when the info is malformed. */
const effectCrop = (
  { txid, transaction, info }: Walked,
  { type, contract }: RawData,
  memos: readonly string[],
  { block, watch }: Place,
): Crop => {
  if (isTampered(transaction, type)) return unreadable(`raw_data of ${txid} is not its raw_data_hex`, memos, true);
  const effects = readEffects(info);
  if (isDisputed(transaction, effects)) return unreadable(`${txid} succeeded by one answer alone`, memos, true);
  if (contract.kind === 'CALL' && effects.callResult === null) return unreadable(`${txid} has no result`, memos);
  const signer = contract.kind === 'OTHER' ? null : base58Whole(contract.owner);
  return cropOf(effects.isDone ? foundIn(contract, effects, watch) : [], { txid, memos, signer, block }, watch);
};

const memosOf = (bytes: Buffer, prefix: string): readonly string[] | null => {
  const data = memoIn(bytes);
  if (data === null) return null;
  const memo = ownMemoOf(data, prefix);
  return memo === null ? [] : [memo];
};

const cropIn = (walked: Walked, place: Place): Crop => {
  const { txid, transaction } = walked;
  const bytes = bytesOfHex(transaction['raw_data_hex']);
  if (bytes === null) return unreadable(`${txid} has no raw_data_hex`, null, true);
  const memos = memosOf(bytes, place.watch.memoPrefix);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== txid) return unreadable(`raw_data_hex of ${txid} is that of ${hash}`, memos, true);
  try {
    return effectCrop(walked, readRawData(bytes), memos ?? [], place);
  } catch (error) {
    return unreadable(`${txid}: ${messageOf(error)}`, memos);
  }
};

/** Never throws. */
export const toldOf = (walked: Walked, block: ChainHead, watch: TronWatch): ToldTransaction => ({
  ...{ txid: walked.txid, height: block.height, blockHash: block.hash },
  crop: cropIn(walked, { block, watch }),
});

/** The reference is the memo. Never throws. */
export const transfersOf = ({ transaction, info }: Walked, watch: TronWatch): readonly Transfer[] => {
  let memo: string | null = null;
  const read = () => {
    const raw = readRawData(Buffer.from(textOf(transaction['raw_data_hex'], 'raw_data_hex'), 'hex'));
    memo = raw.memo.length === 0 ? null : raw.memo.toString('utf8');
    const effects = readEffects(info);
    return effects.isDone ? foundIn(raw.contract, effects, { ...watch, accounts: { get: base58Address } }) : [];
  };
  return transfersIn(read, () => memo);
};

/** True when logs or internal transactions pay an account of ours, or are malformed. */
export const mayPayUs = (info: Fields, { accounts }: TronWatch): boolean =>
  !succeeds(() => {
    const { logs, internal } = readEffects(info);
    return ![...logs.map((log) => transferIn(log)?.to), ...internal.map(({ to }) => to.slice(2))].some(
      (account) => account !== undefined && accounts.has(account),
    );
  });

/** True when the transaction names one of our accounts, as each direct payment does, or may pay one. */
export const concernsUs = ({ transaction, info }: Walked, watch: TronWatch): boolean => {
  const { raw_data_hex: hex } = transaction;
  if (typeof hex !== 'string') return true;
  const lower = hex.toLowerCase();
  return [...watch.accounts.keys()].some((account) => lower.includes(account)) || mayPayUs(info, watch);
};
