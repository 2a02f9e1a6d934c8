/**
 * What a node says, checked and in one form: hex in lower case, quantities as bigint. Everything else that it sends
 * is ignored. Each reader throws on an answer that is not of its shape, so that nonsense never reads as "nothing there".
 */
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
  /** In the order of the transaction: an index in this list is the position of a deposit. */
  readonly logs: readonly EvmLog[];
}

export interface EvmTransaction {
  readonly hash: string;
  readonly from: string;
  /** Null when the transaction creates a contract. */
  readonly to: string | null;
  /** Wei. */
  readonly value: bigint;
  readonly input: string;
  /** Null where it has none or 0: unprotected legacy transactions, and those of the system. */
  readonly chainId: bigint | null;
  /** Null while it waits in the pool. */
  readonly blockHash: string | null;
}

export interface EvmHeader {
  readonly number: bigint;
  readonly hash: string;
  readonly parentHash: string;
  /** ISO 8601, UTC. */
  readonly time: string;
}

const HEX = /^0x[0-9a-f]*$/;
const QUANTITY = /^0x[0-9a-f]{1,64}$/;
/** The last second of the year 9999: what ISO 8601 can say with four digits. */
const LATEST_SECOND = 253_402_300_799n;

const malformed = (what: string): Error => new Error(`The node's answer is malformed: ${what}`);

const fieldsOf = (value: unknown, what: string): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null) throw malformed(what);
  return value as Readonly<Record<string, unknown>>;
};

const listOf = (value: unknown, what: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw malformed(what);
  return value as readonly unknown[];
};

/** Bytes as hex of exactly `length` bytes, or of any length. */
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

/** What `eth_call` says of a number; no code, no bytes: 0. */
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

/** The position of a deposit is an ordinal in this list: a log that is there twice would move it. */
const mustBeApart = (logs: readonly EvmLog[]): readonly EvmLog[] => {
  const isTwice = logs.some(({ logIndex }, index) => index > 0 && logs[index - 1]?.logIndex === logIndex);
  if (isTwice) throw malformed('receipt.logs');
  return logs;
};

const succeeded = (status: unknown): boolean => {
  if (status !== '0x1' && status !== '0x0') throw malformed('receipt.status');
  return status === '0x1';
};

/** Null when the node does not know the transaction, or knows it only as waiting. */
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

/** The receipts of a whole block. */
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

/** Null when the node does not know the transaction. */
export const readTransaction = (value: unknown): EvmTransaction | null => {
  if (value === null) return null;
  const transaction = fieldsOf(value, 'transaction');
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

/** Null when the node has no such block. */
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

/** What a block lists: hashes, or whole transactions, as it was asked for. */
export const readListed = (value: unknown): readonly unknown[] =>
  listOf(fieldsOf(value, 'block')['transactions'], 'block.transactions');

export const readHash = (value: unknown, what: string): string => bytesOf(value, what, 32);
