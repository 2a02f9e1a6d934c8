import { fieldsOf, listOf, malformed } from '../../encodings/answers';

/** Hex is lower case. Readers throw on a malformed answer: nonsense never reads as "nothing there". */
export interface EvmLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly logIndex: bigint;
  readonly transactionHash: string;
  readonly blockNumber: bigint;
  readonly blockHash: string;
}

export interface EvmReceipt {
  readonly transactionHash: string;
  readonly succeeded: boolean;
  readonly blockNumber: bigint;
  readonly blockHash: string;
  /** In log order: a deposit's position is an index in this list. */
  readonly logs: readonly EvmLog[];
}

export interface EvmTransaction {
  readonly hash: string;
  readonly from: string;
  /** Null for a contract creation. */
  readonly to: string | null;
  /** Wei. */
  readonly value: bigint;
  readonly input: string;
  /** Null where absent or 0: unprotected legacy and system transactions. */
  readonly chainId: bigint | null;
  /** Null in the mempool. */
  readonly blockHash: string | null;
}

export interface EvmHeader {
  readonly number: bigint;
  readonly hash: string;
  readonly parentHash: string;
  readonly time: string;
}

const HEX = /^0x[0-9a-f]*$/;
const QUANTITY = /^0x[0-9a-f]{1,64}$/;
const LATEST_SECOND = 253_402_300_799n;

const bytesOf = (value: unknown, what: string, length?: number): string => {
  const hex = typeof value === 'string' ? value.toLowerCase() : '';
  const isWhole = length === undefined ? hex.length % 2 === 0 : hex.length === 2 + 2 * length;
  if (!isWhole || !HEX.test(hex)) throw malformed(what);
  return hex;
};

export const readQuantity = (value: unknown, what: string): bigint => {
  const hex = typeof value === 'string' ? value.toLowerCase() : '';
  if (!QUANTITY.test(hex)) throw malformed(what);
  return BigInt(hex);
};

export const readBytes = (value: unknown, what: string): string => bytesOf(value, what);

/** A uint256; an account without code answers no bytes, read as 0. */
export const readWord = (value: unknown, what: string): bigint => {
  const bytes = bytesOf(value, what);
  if (bytes.length !== 2 && bytes.length !== 66) throw malformed(what);
  return bytes === '0x' ? 0n : BigInt(bytes);
};

const timeOf = (value: unknown): string => {
  const seconds = readQuantity(value, 'block.timestamp');
  if (seconds > LATEST_SECOND) throw malformed('block.timestamp');
  return new Date(Number(seconds) * 1000).toISOString();
};

const readLog = (value: unknown): EvmLog => {
  const log = fieldsOf(value, 'log');
  return {
    address: bytesOf(log['address'], 'log.address', 20),
    topics: listOf(log['topics'], 'log.topics').map((topic) => bytesOf(topic, 'log.topics', 32)),
    data: bytesOf(log['data'], 'log.data'),
    logIndex: readQuantity(log['logIndex'], 'log.logIndex'),
    transactionHash: bytesOf(log['transactionHash'], 'log.transactionHash', 32),
    blockNumber: readQuantity(log['blockNumber'], 'log.blockNumber'),
    blockHash: bytesOf(log['blockHash'], 'log.blockHash', 32),
  };
};

const inOrder = (one: EvmLog, other: EvmLog): number => (one.logIndex < other.logIndex ? -1 : 1);

export const readLogs = (value: unknown): readonly EvmLog[] => listOf(value, 'logs').map(readLog).sort(inOrder);

/** A duplicate log would shift the positions of deposits. */
const mustBeApart = (logs: readonly EvmLog[]): readonly EvmLog[] => {
  const isTwice = logs.some(({ logIndex }, index) => index > 0 && logs[index - 1]?.logIndex === logIndex);
  if (isTwice) throw malformed('receipt.logs');
  return logs;
};

const succeeded = (status: unknown): boolean => {
  if (status !== '0x1' && status !== '0x0') throw malformed('receipt.status');
  return status === '0x1';
};

/** Null when the transaction is unknown or still in the mempool. */
export const readReceipt = (value: unknown): EvmReceipt | null => {
  if (value === null) return null;
  const receipt = fieldsOf(value, 'receipt');
  return {
    transactionHash: bytesOf(receipt['transactionHash'], 'receipt.transactionHash', 32),
    succeeded: succeeded(receipt['status']),
    blockNumber: readQuantity(receipt['blockNumber'], 'receipt.blockNumber'),
    blockHash: bytesOf(receipt['blockHash'], 'receipt.blockHash', 32),
    logs: mustBeApart(readLogs(receipt['logs'])),
  };
};

export const readReceipts = (value: unknown): readonly EvmReceipt[] =>
  listOf(value, 'receipts').map((item) => {
    const receipt = readReceipt(item);
    if (receipt === null) throw malformed('receipts');
    return receipt;
  });

const chainIdOf = (value: unknown): bigint | null => {
  const chainId = value === null || value === undefined ? 0n : readQuantity(value, 'transaction.chainId');
  return chainId === 0n ? null : chainId;
};

const transactionOf = (transaction: Readonly<Record<string, unknown>>): EvmTransaction => {
  const { to, blockHash } = transaction;
  return {
    hash: bytesOf(transaction['hash'], 'transaction.hash', 32),
    from: bytesOf(transaction['from'], 'transaction.from', 20),
    to: to === null || to === undefined ? null : bytesOf(to, 'transaction.to', 20),
    value: readQuantity(transaction['value'], 'transaction.value'),
    input: bytesOf(transaction['input'], 'transaction.input'),
    chainId: chainIdOf(transaction['chainId']),
    blockHash: blockHash === null || blockHash === undefined ? null : bytesOf(blockHash, 'transaction.blockHash', 32),
  };
};

/** Names the type of a malformed transaction, since forks and chains add types. */
export const readTransaction = (value: unknown): EvmTransaction | null => {
  if (value === null) return null;
  const transaction = fieldsOf(value, 'transaction');
  try {
    return transactionOf(transaction);
  } catch (error) {
    const type = transaction['type'];
    throw typeof type === 'string' ? new Error(`${(error as Error).message} (type ${type.slice(0, 10)})`) : error;
  }
};

/** Hash and receiver of a transaction of an unknown shape; `to` is null when it is not an address. */
export const readUnknown = (value: unknown): Pick<EvmTransaction, 'hash' | 'to'> => {
  const { hash, to } = fieldsOf(value, 'transaction');
  const isAddress = typeof to === 'string' && /^0x[0-9a-f]{40}$/i.test(to);
  return { hash: bytesOf(hash, 'transaction.hash', 32), to: isAddress ? to.toLowerCase() : null };
};

export const readHeader = (value: unknown): EvmHeader | null => {
  if (value === null) return null;
  const block = fieldsOf(value, 'block');
  return {
    number: readQuantity(block['number'], 'block.number'),
    hash: bytesOf(block['hash'], 'block.hash', 32),
    parentHash: bytesOf(block['parentHash'], 'block.parentHash', 32),
    time: timeOf(block['timestamp']),
  };
};

export const readListed = (value: unknown): readonly unknown[] =>
  listOf(fieldsOf(value, 'block')['transactions'], 'block.transactions');

export const readHash = (value: unknown, what: string): string => bytesOf(value, what, 32);
