import {
  type EvmHeader,
  type EvmLog,
  type EvmReceipt,
  type EvmTransaction,
  readBytes,
  readHeader,
  readLogs,
  readQuantity,
  readReceipt,
  readReceipts,
  readTransaction,
  readWord,
} from '../protocol/wire';
import type { Question } from './node';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

export type BlockName = bigint | 'latest' | 'finalized';

export const quantity = (value: bigint): string => `0x${value.toString(16)}`;

export const nameOf = (block: BlockName): string => (typeof block === 'bigint' ? quantity(block) : block);

interface Asking {
  readonly parameters?: readonly unknown[];
  readonly largestAnswerBytes: number;
  readonly repeatsRefusal?: boolean;
}

export const ask = <Answer>(method: string, asking: Asking, read: (result: unknown) => Answer): Question<Answer> => ({
  method,
  parameters: asking.parameters ?? [],
  largestAnswerBytes: asking.largestAnswerBytes,
  repeatsRefusal: asking.repeatsRefusal ?? true,
  read,
});

export const chainIdQuestion: Question<bigint> = ask('eth_chainId', { largestAnswerBytes: KILOBYTE }, (result) =>
  readQuantity(result, 'eth_chainId'),
);

export const newestNumberQuestion: Question<bigint> = ask(
  'eth_blockNumber',
  { largestAnswerBytes: KILOBYTE },
  (result) => readQuantity(result, 'eth_blockNumber'),
);

/** A header lists up to 60,000 transaction hashes. */
const HEADER_BYTES = 4 * MEGABYTE;
const WHOLE_BLOCK_BYTES = 32 * MEGABYTE;

export const blockQuestion = <Answer>(
  block: BlockName,
  whole: boolean,
  read: (result: unknown) => Answer,
): Question<Answer> => {
  const largestAnswerBytes = whole ? WHOLE_BLOCK_BYTES : HEADER_BYTES;
  return ask('eth_getBlockByNumber', { parameters: [nameOf(block), whole], largestAnswerBytes }, read);
};

/** Null when the node has no such block; throws on a block of another height. */
export const headerQuestion = (block: BlockName): Question<EvmHeader | null> =>
  blockQuestion(block, false, (result) => {
    const header = readHeader(result);
    if (header !== null && typeof block === 'bigint' && header.number !== block) {
      throw new Error(`asked for block ${block}, it answers block ${header.number}`);
    }
    return header;
  });

export interface LogFilter {
  readonly contracts: readonly string[];
  readonly topics: readonly (string | readonly string[] | null)[];
  readonly from: bigint;
  readonly to: bigint;
}

export const logsQuestion = ({ contracts, topics, from, to }: LogFilter): Question<readonly EvmLog[]> => {
  const filter = { address: contracts, topics, fromBlock: quantity(from), toBlock: quantity(to) };
  return ask('eth_getLogs', { parameters: [filter], largestAnswerBytes: 16 * MEGABYTE }, (result) => {
    const logs = readLogs(result);
    const stranger = logs.find((log) => log.blockNumber < from || log.blockNumber > to);
    if (stranger !== undefined) throw new Error(`a log of block ${stranger.blockNumber}, which nobody asked for`);
    return logs;
  });
};

export const transactionQuestion = (txid: string): Question<EvmTransaction | null> =>
  ask('eth_getTransactionByHash', { parameters: [txid], largestAnswerBytes: 2 * MEGABYTE }, (result) => {
    const transaction = readTransaction(result);
    if (transaction !== null && transaction.hash !== txid) throw new Error(`it answers another one than ${txid}`);
    return transaction;
  });

export const receiptQuestion = (txid: string): Question<EvmReceipt | null> =>
  ask('eth_getTransactionReceipt', { parameters: [txid], largestAnswerBytes: 16 * MEGABYTE }, (result) => {
    const receipt = readReceipt(result);
    if (receipt !== null && receipt.transactionHash !== txid) throw new Error(`it answers another one than ${txid}`);
    return receipt;
  });

/** Not every node has this method: a refusal is not retried. */
export const blockReceiptsQuestion = (block: bigint): Question<readonly EvmReceipt[]> =>
  ask(
    'eth_getBlockReceipts',
    { parameters: [quantity(block)], largestAnswerBytes: 64 * MEGABYTE, repeatsRefusal: false },
    readReceipts,
  );

export const codeQuestion = (address: string): Question<string> =>
  ask('eth_getCode', { parameters: [address, 'latest'], largestAnswerBytes: 64 * KILOBYTE }, (result) =>
    readBytes(result, 'eth_getCode'),
  );

/** A uint256 read from a contract after `block`. Not retried: pruned state stays pruned. */
export const wordQuestion = (contract: string, data: string, block: bigint): Question<bigint> =>
  ask(
    'eth_call',
    {
      parameters: [{ to: contract, data }, quantity(block)],
      largestAnswerBytes: 16 * KILOBYTE,
      repeatsRefusal: false,
    },
    (result) => readWord(result, 'eth_call'),
  );

export const coinBalanceQuestion = (account: string, block: bigint): Question<bigint> =>
  ask(
    'eth_getBalance',
    { parameters: [account, quantity(block)], largestAnswerBytes: KILOBYTE, repeatsRefusal: false },
    (result) => readQuantity(result, 'eth_getBalance'),
  );
