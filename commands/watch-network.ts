import { type DepositId, depositIdOf, type Movement } from '../aggregates/chain';
import { type DepositCommand, deposit } from '../aggregates/deposit/deposit';
import { watcher } from '../aggregates/watcher/watcher';
import { systemContext } from './context';
import { commandIdOf } from './deterministic-ids';
import { type HandleDeps, handle, stateOf } from './handle';
import type { ChainHead, ChainReader } from './ports/single-chain-reader';

/** How far a network has been scanned. */
export interface WatchCursor {
  /** The last block that was scanned; each scan continues the chain of the one before. */
  readonly blockNumber: bigint;
  readonly blockHash: string;
  /** Up to here what was scanned has become final: a reorganisation scans again what is above. */
  readonly finalNumber: bigint;
}

export interface WatchNetworkDeps extends HandleDeps {
  readonly reader: ChainReader;
  readonly readCursor: () => Promise<WatchCursor | null>;
  /** Saved only after the facts of its blocks are in the log: a crash in between scans them again. */
  readonly saveCursor: (cursor: WatchCursor) => Promise<void>;
  /** Movements that were observed in blocks up to this one and are neither final nor gone yet. */
  readonly openMovements: (upToBlock: bigint) => Promise<readonly Movement[]>;
  /** Whether a watermark at `time` would let an intent expire that none before did. */
  readonly watermarkMatters: (time: string) => Promise<boolean>;
}

/** Blocks scanned at once; a watcher that was away for long catches up in steps of this size. */
const BLOCKS_PER_STEP = 500n;

/** What a look at a network came to. */
export interface NetworkLook {
  /** There is more to scan at once. */
  readonly behind: boolean;
  /** Why deposits could not be judged, each with the deposit's id: they are judged again at the next look. */
  readonly troubles: readonly string[];
}

/**
 * One look at a network: observe what is new, judge what has become final, and say how far the network is known
 * (design: chains, section 0; domain, section 3). Rejects when the network could not be looked at.
 */
export const watchNetwork = (deps: WatchNetworkDeps) => async (): Promise<NetworkLook> => {
  const newest = await deps.reader.newest();
  const finalised = await deps.reader.finalised();
  const next = await nextScan(deps, newest, finalised);
  const scanned = next.from > newest.blockNumber ? null : await observe(deps, next, newest);
  const troubles = await judgeOpen(deps, finalised);
  if (scanned !== null) await keepProgress(deps, scanned, next.finalNumber);
  return { behind: scanned !== null && scanned.blockNumber < newest.blockNumber, troubles };
};

const keepProgress = async (deps: WatchNetworkDeps, scanned: ChainHead, finalNumber: bigint): Promise<void> => {
  await reachWatermark(deps, scanned);
  const { blockNumber, blockHash } = scanned;
  await deps.saveCursor({ blockNumber, blockHash, finalNumber });
};

interface NextScan {
  readonly from: bigint;
  /** The hash of the block before `from` as it was scanned; null when what is before is not known or will not change. */
  readonly parentHash: string | null;
  readonly finalNumber: bigint;
}

/** Goes on behind the cursor while its block is still the chain's, and else behind the last final one. */
const nextScan = async (deps: WatchNetworkDeps, newest: ChainHead, finalised: ChainHead): Promise<NextScan> => {
  const cursor = await deps.readCursor();
  if (cursor === null) return after(await lastBlockKnown(deps, newest, finalised));
  if (cursor.finalNumber > newest.blockNumber) throw farBehind(deps.reader, newest, cursor);
  if (!(await isCanonical(deps.reader, cursor, newest))) return after(cursor.finalNumber);
  const { blockNumber, blockHash } = cursor;
  // Only now: what a node says is final need not be what the node that was scanned had there.
  const finalNumber = finalised.blockNumber < blockNumber ? finalised.blockNumber : blockNumber;
  return { from: blockNumber + 1n, parentHash: blockHash, finalNumber };
};

/** Waiting for the node to come so far again would look like a quiet network, and might never end. */
const farBehind = ({ network }: ChainReader, newest: ChainHead, { finalNumber }: WatchCursor): Error =>
  new Error(`${network}: the newest block is ${newest.blockNumber}, and block ${finalNumber} was final`);

const after = (finalNumber: bigint): NextScan => ({ from: finalNumber + 1n, parentHash: null, finalNumber });

const isCanonical = async (reader: ChainReader, cursor: WatchCursor, newest: ChainHead): Promise<boolean> =>
  cursor.blockNumber <= newest.blockNumber && (await reader.blockAt(cursor.blockNumber)).blockHash === cursor.blockHash;

/**
 * A scan begins at least this many blocks before the last watermark when the cursor was lost. The watermark is of the
 * newest block, which was not final and may have been replaced since. That is far more than any reorganisation that
 * chains like these had before finality: Polygon's of February 2023, the deepest known, replaced 157 blocks.
 */
const LOST_CURSOR_MARGIN = 500n;
const BEFORE_FIRST_BLOCK = -1n;

/**
 * Without a cursor: the first look at a network begins at its newest final block, and so does each one before its first
 * watermark: what came before that block is not seen. After a watermark it begins a margin before it, and what the log
 * has already is not news.
 */
const lastBlockKnown = async (deps: WatchNetworkDeps, newest: ChainHead, finalised: ChainHead): Promise<bigint> => {
  const beforeFinal = finalised.blockNumber - 1n;
  const { blockNumber } = await stateOf(deps.eventStore, watcher, deps.reader.network);
  if (blockNumber === null) return beforeFinal;
  // Where blocks become final later than that, a reorganisation may reach as deep.
  const margin = highest(LOST_CURSOR_MARGIN, newest.blockNumber - finalised.blockNumber);
  const known = highest(BigInt(blockNumber) - margin, BEFORE_FIRST_BLOCK);
  return known < beforeFinal ? known : beforeFinal;
};

const highest = (one: bigint, other: bigint): bigint => (one > other ? one : other);

const observe = async (
  deps: WatchNetworkDeps,
  { from, parentHash }: NextScan,
  newest: ChainHead,
): Promise<ChainHead> => {
  const last = from + BLOCKS_PER_STEP - 1n;
  const scan = await deps.reader.scan(from, last < newest.blockNumber ? last : newest.blockNumber);
  if (parentHash !== null && scan.parentHash !== parentHash) {
    // Blocks below were replaced meanwhile: the next look finds that the cursor's is not there any more.
    throw new Error(`${deps.reader.network}: block ${from} does not follow the one that was scanned before it`);
  }
  for (const movement of scan.movements) {
    await record(deps, movement, (_depositId, now) => ({ type: 'ObserveDeposit', movement, now }));
  }
  return scan.upTo;
};

/** The deposit's state says whether it is news, not the id: a block may come back that was gone, and be news again. */
const record = async (
  deps: WatchNetworkDeps,
  { network, txid, position, blockHash }: Movement,
  commandOf: (depositId: DepositId, now: string) => DepositCommand,
): Promise<void> => {
  const depositId = depositIdOf(network, txid, position);
  const now = new Date(deps.clock.now()).toISOString();
  const command = commandOf(depositId, now);
  const commandId = commandIdOf(command.type, depositId, blockHash, now);
  await handle(deps, deposit, {
    id: depositId,
    context: systemContext(`watcher:${network}`, commandId, blockHash),
    command,
  });
};

/** Judges each by itself: a movement that cannot be judged now must not keep the others waiting. */
const judgeOpen = async (deps: WatchNetworkDeps, finalised: ChainHead): Promise<NetworkLook['troubles']> => {
  const troubles: string[] = [];
  for (const movement of await deps.openMovements(finalised.blockNumber)) {
    try {
      await judgeDeposit(deps, movement);
    } catch (error) {
      const { network, txid, position } = movement;
      const message = error instanceof Error ? error.message : String(error);
      troubles.push(`${depositIdOf(network, txid, position)}: ${message}`);
    }
  }
  return troubles;
};

const judgeDeposit = async (deps: WatchNetworkDeps, seen: Movement): Promise<void> => {
  const verdict = await deps.reader.judge(seen);
  if (verdict.verdict === 'FINAL') {
    const { movement } = verdict;
    await record(deps, movement, (_depositId, now) => ({ type: 'FinaliseDeposit', movement, now }));
  }
  if (verdict.verdict === 'GONE') {
    const { reason } = verdict;
    await record(deps, seen, (depositId, now) => ({ type: 'RevertDeposit', depositId, reason, now }));
  }
};

/** Only when it matters to an intent, so that a quiet network writes nothing. */
const reachWatermark = async (deps: WatchNetworkDeps, { blockNumber, blockTime }: ChainHead): Promise<void> => {
  if (!(await deps.watermarkMatters(blockTime))) return;
  const { network } = deps.reader;
  await handle(deps, watcher, {
    id: network,
    context: systemContext(`watcher:${network}`, commandIdOf('watermark', network, blockTime), blockNumber.toString()),
    command: {
      type: 'ReachWatermark',
      watermark: { network, time: blockTime, blockNumber: blockNumber.toString() },
    },
  });
};
