import { fieldsOf, listOf, malformed, readCount, textOf } from '../../encodings/answers';

export interface Log {
  /** The contract's 20 bytes as hex. */
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** TRX that a contract sent. Addresses are 21 bytes as hex. */
export interface InternalTransfer {
  readonly position: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

export interface Effects {
  readonly isDone: boolean;
  /** `SUCCESS` of every call of a contract that succeeded; null for other transactions. */
  readonly callResult: string | null;
  /** In order: a log's ordinal is its place. */
  readonly logs: readonly Log[];
  readonly internal: readonly InternalTransfer[];
}

type Fields = Readonly<Record<string, unknown>>;

const listIn = (fields: Fields, key: string): readonly unknown[] =>
  fields[key] === undefined ? [] : listOf(fields[key], key);

const logOf = (value: unknown): Log => {
  const log = fieldsOf(value, 'log');
  return {
    address: textOf(log['address'], 'log'),
    topics: listIn(log, 'topics').map((topic) => textOf(topic, 'topics')),
    data: log['data'] === undefined ? '' : textOf(log['data'], 'log'),
  };
};

/** TRX alone: values with a `tokenId` are those of a TRC-10 token. */
const amountOf = (values: readonly unknown[]): bigint =>
  values
    .map((value) => fieldsOf(value, 'callValueInfo'))
    .filter(({ tokenId }) => tokenId === undefined || tokenId === '')
    .reduce((sum, { callValue = 0 }) => sum + readCount(callValue, 'callValue'), 0n);

/** Hex of `call` and `suicide`; a delegation of resources has a value too, and moves no coin. */
const MOVING_NOTES: readonly unknown[] = ['63616c6c', '73756963696465'];

const internalOf = (value: unknown, index: number): readonly InternalTransfer[] => {
  const call = fieldsOf(value, 'internal_transactions');
  if (call['rejected'] === true || !MOVING_NOTES.includes(call['note'])) return [];
  const amount = amountOf(listIn(call, 'callValueInfo'));
  if (amount === 0n) return [];
  const [from, to] = [textOf(call['caller_address'], 'address'), textOf(call['transferTo_address'], 'address')];
  return [{ position: `internal.${index}`, from, to, amount }];
};

/** The protocol's own spelling. */
const PASSED: readonly unknown[] = [undefined, 'SUCESS'];
const DONE: readonly unknown[] = [undefined, 'DEFAULT', 'SUCCESS'];

/** Throws when `info`, as `gettransactioninfobyid` answers it, is malformed. */
export const readEffects = (info: Fields): Effects => {
  const { result } = info['receipt'] === undefined ? {} : fieldsOf(info['receipt'], 'receipt');
  if (result !== undefined && typeof result !== 'string') throw malformed('receipt');
  return {
    isDone: PASSED.includes(info['result']) && DONE.includes(result),
    callResult: result === undefined || result === 'DEFAULT' ? null : result,
    logs: listIn(info, 'log').map(logOf),
    internal: listIn(info, 'internal_transactions').flatMap(internalOf),
  };
};
