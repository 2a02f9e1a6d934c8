import type { ChainHead } from '../../../../commands/ports/chains/chain-reader';
import { fieldsOf, listOf, malformed, readCount, textOf } from '../../encodings/answers';
import { historyGone } from '../../nodes/history-gone';
import type { TronCalls } from './calls';

type Fields = Readonly<Record<string, unknown>>;

export interface Block {
  readonly head: ChainHead;
  /** By id. */
  readonly transactions: ReadonlyMap<string, Fields>;
}

export type Infos = ReadonlyMap<string, Fields>;

const HASH = /^[0-9a-f]{64}$/;
const LATEST_MS = 253_402_300_799_999;

const isEmpty = (value: unknown): boolean => Object.keys(fieldsOf(value, 'answer')).length === 0;

const timeOf = (value: unknown): string => {
  const timestampMs = Number(readCount(value, 'timestamp'));
  if (timestampMs > LATEST_MS) throw malformed('timestamp');
  return new Date(timestampMs).toISOString();
};

/** A block's id begins with its number; answers omit the number 0. */
const headIn = (block: Fields): ChainHead => {
  const header = fieldsOf(fieldsOf(block['block_header'], 'block_header')['raw_data'], 'block_header');
  const height = readCount(header['number'] ?? 0, 'number');
  const hash = textOf(block['blockID'], 'blockID');
  if (!HASH.test(hash) || BigInt(`0x${hash.slice(0, 16)}`) !== height) throw malformed('blockID');
  return { height, hash, time: timeOf(header['timestamp'] ?? 0) };
};

const byId = (values: readonly unknown[], key: 'txID' | 'id'): ReadonlyMap<string, Fields> =>
  new Map(
    values.map((value) => {
      const fields = fieldsOf(value, key);
      const id = textOf(fields[key], key);
      if (!HASH.test(id)) throw malformed(key);
      return [id, fields] as const;
    }),
  );

export const headOf = async ({ ask }: TronCalls): Promise<ChainHead> =>
  headIn(fieldsOf(await ask('getnowblock', {}), 'block'));

/** Null: the node lacks the block, and answers an empty object. */
export const blockAt = async ({ ask }: TronCalls, height: bigint): Promise<Block | null> => {
  const answer = await ask('getblockbynum', { num: Number(height) });
  if (isEmpty(answer)) return null;
  const block = fieldsOf(answer, 'block');
  const head = headIn(block);
  if (head.height !== height) throw malformed(`block ${head.height} instead of ${height}`);
  const transactions = block['transactions'] === undefined ? [] : listOf(block['transactions'], 'transactions');
  return { head, transactions: byId(transactions, 'txID') };
};

/** A block that the node must have. Rejects as pruned, or as behind. */
export const blockIn = async (calls: TronCalls, height: bigint): Promise<Block> => {
  const block = await blockAt(calls, height);
  if (block !== null) return block;
  const head = await headOf(calls);
  if (head.height >= height) throw historyGone(calls.label, height, 'it answers an empty block');
  throw new Error(`${calls.label} is behind: it does not have block ${height} yet`);
};

/** Empty: the block has no transactions, or the node lacks it. */
export const infosAt = async ({ ask }: TronCalls, height: bigint): Promise<Infos> => {
  const answer = await ask('gettransactioninfobyblocknum', { num: Number(height) });
  const infos = byId(Array.isArray(answer) || !isEmpty(answer) ? listOf(answer, 'infos') : [], 'id');
  for (const { blockNumber } of infos.values()) {
    if (readCount(blockNumber ?? 0, 'blockNumber') !== height) throw malformed('blockNumber');
  }
  return infos;
};
