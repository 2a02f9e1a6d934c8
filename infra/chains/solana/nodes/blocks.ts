import type { ChainHead } from '../../../../commands/ports/chains/chain-reader';
import { malformed, readCount, timeOfSecond } from '../../encodings/answers';
import { isRefused } from '../../nodes/rpc/node-error';
import { FINALIZED, HIGHEST_VERSION, type SolanaCalls } from './calls';

/** Not available, skipped, skipped or missing in the archive, cleaned up. */
const WITHOUT_BLOCK = new Set<number | null>([-32004, -32007, -32009, -32001]);
/** Empty slots are single, or four of one leader in a row. */
const MOST_SLOTS_BACK = 100n;

const asSlot = (height: bigint): number => {
  if (height < 0n || height > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error(`${height} is no slot`);
  return Number(height);
};

const timeIn = (value: unknown, height: bigint): string => {
  const time = timeOfSecond(value);
  if (time === null) throw malformed(`the time of block ${height}`);
  return time;
};

/** Null: the slot has no block, or the node has pruned it. */
const blockAt = async ({ ask }: SolanaCalls, height: bigint) => {
  const slot = asSlot(height);
  try {
    return await ask('getBlock', (connection) =>
      connection.getBlock(slot, {
        commitment: FINALIZED,
        maxSupportedTransactionVersion: HIGHEST_VERSION,
        transactionDetails: 'none',
        rewards: false,
      }),
    );
  } catch (error) {
    if (isRefused(error) && WITHOUT_BLOCK.has(error.code)) return null;
    throw error;
  }
};

export const hashAt = async (calls: SolanaCalls, height: bigint): Promise<string | null> =>
  (await blockAt(calls, height))?.blockhash ?? null;

export const headOf = async ({ ask }: SolanaCalls): Promise<ChainHead> => {
  const { height, hash } = await ask('getLatestBlockhash', async (connection) => {
    const { context, value } = await connection.getLatestBlockhashAndContext({ commitment: FINALIZED });
    return { height: readCount(context.slot, 'context.slot'), hash: value.blockhash };
  });
  const time = await ask('getBlockTime', async (connection) =>
    timeIn(await connection.getBlockTime(asSlot(height)), height),
  );
  return { height, hash, time };
};

const headAt = async (calls: SolanaCalls, height: bigint): Promise<ChainHead | null> => {
  const block = await blockAt(calls, height);
  return block === null ? null : { height, hash: block.blockhash, time: timeIn(block.blockTime, height) };
};

/** Rejects when the slots before `to` have no block. */
export const lastBlockIn = async (calls: SolanaCalls, from: bigint, to: bigint): Promise<ChainHead> => {
  const head = await headAt(calls, to);
  if (head !== null) return head;
  const start = to - MOST_SLOTS_BACK > from ? to - MOST_SLOTS_BACK : from;
  const slots = await calls.ask('getBlocks', (connection) =>
    connection.getBlocks(asSlot(start), asSlot(to), FINALIZED),
  );
  const last = slots
    .map((slot) => readCount(slot, 'slot'))
    .filter((slot) => slot >= start && slot <= to)
    .at(-1);
  const lower = last === undefined ? null : await headAt(calls, last);
  if (lower === null) throw new Error(`${calls.label} has no block from slot ${start} to ${to}`);
  return lower;
};

export const firstSlotOf = ({ ask }: SolanaCalls): Promise<bigint> =>
  ask('getFirstAvailableBlock', async (connection) => readCount(await connection.getFirstAvailableBlock(), 'slot'));
