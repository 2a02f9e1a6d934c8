import { createHash } from 'node:crypto';
import { TRANSFER_SELECTOR } from '../../../../../infra/chains/evm/protocol/memo';
import { addressTopic, TRANSFER_TOPIC } from '../../../../../infra/chains/evm/protocol/transfers';
import { RECEIVER } from '../../../../stores/anvil';

export const PAYER = `0x${'a1'.repeat(20)}`;
export const TOKEN = `0x${'70'.repeat(20)}`;

export interface MadeLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** A transaction as it is sent. */
export interface MadeTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly input: string;
  readonly logs: readonly MadeLog[];
  readonly succeeded: boolean;
  /** Absent in unprotected legacy transactions. */
  readonly chainId?: string;
}

export interface MadeBlock {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timeMs: number;
  readonly transactions: readonly MadeTransaction[];
  /** Logs and receipts know them, the block does not: as a bridge's on Polygon. */
  readonly unlisted: readonly MadeTransaction[];
}

let made = 0;
const hashOf = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`;
const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;
const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

/** Sent with the chain's id by default. */
const transaction = (changes: Partial<MadeTransaction>): MadeTransaction => {
  made += 1;
  const plain = { from: PAYER, to: RECEIVER, value: 0n, input: '0x', logs: [], succeeded: true, chainId: '0x7a69' };
  return { ...plain, hash: hashOf(`transaction ${made}`), ...changes };
};

/** A payment in the coin. */
export const coin = (value: bigint, memo = '', changes: Partial<MadeTransaction> = {}): MadeTransaction =>
  transaction({ value, input: `0x${hexOf(memo)}`, ...changes });

export const transferLog = (value: bigint, from: string, to: string, address = TOKEN): MadeLog => ({
  address,
  topics: [TRANSFER_TOPIC, addressTopic(from), addressTopic(to)],
  data: word(value),
});

/** A token payment. */
export const token = (value: bigint, memo = '', changes: Partial<MadeTransaction> = {}): MadeTransaction => {
  const to = addressTopic(RECEIVER).slice(2);
  const input = `${TRANSFER_SELECTOR}${to}${word(value).slice(2)}${hexOf(memo)}`;
  return transaction({ to: TOKEN, input, logs: [transferLog(value, PAYER, RECEIVER)], ...changes });
};

/** A chain of blocks two seconds apart that a test makes as it likes. */
export interface MadeChain {
  readonly blocks: readonly MadeBlock[];
  readonly mine: (transactions?: readonly MadeTransaction[], changes?: Partial<MadeBlock>) => MadeBlock;
  readonly pass: (count: number) => void;
  /** The same up to this height, exclusively, and another chain from there on. */
  readonly forkAt: (height: number) => MadeChain;
}

export const BLOCK_MS = 2_000;

export const madeChain = (startMs: number, before: readonly MadeBlock[] = [], fork = 'a'): MadeChain => {
  const blocks: MadeBlock[] = [...before];
  const mine: MadeChain['mine'] = (transactions = [], changes = {}) => {
    const number = blocks.length;
    const block: MadeBlock = {
      number,
      hash: hashOf(`block ${number} ${fork}`),
      parentHash: blocks.at(-1)?.hash ?? hashOf('nothing'),
      timeMs: startMs + number * BLOCK_MS,
      transactions,
      unlisted: [],
      ...changes,
    };
    blocks.push(block);
    return block;
  };
  if (blocks.length === 0) mine();
  return {
    blocks,
    mine,
    pass: (count) => {
      for (let mined = 0; mined < count; mined += 1) mine();
    },
    forkAt: (height) => madeChain(startMs, blocks.slice(0, height), `${fork}b`),
  };
};
