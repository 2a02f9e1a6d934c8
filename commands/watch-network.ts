import { depositIdOf, type Movement } from '../aggregates/chain';
import { deposit } from '../aggregates/deposit/deposit';
import { watcher } from '../aggregates/watcher/watcher';
import { type CommandContext, systemContext } from './context';
import { commandIdOf } from './deterministic-ids';
import { type HandleDeps, handle } from './handle';
import type { ChainHead, ChainReader } from './ports';

/** The last block that was scanned, with its hash, and the last one of them that was final. */
export interface WatchCursor {
  readonly blockNumber: bigint;
  readonly blockHash: string;
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

/**
 * One look at a network: observe what is new, judge what has become final, and say how far the network is known
 * (design: chains, section 0; domain, section 3). Answers whether there is more to scan at once.
 */
export const watchNetwork = (deps: WatchNetworkDeps) => async (): Promise<{ readonly behind: boolean }> => {
  const newest = await deps.reader.newest();
  const finalised = await deps.reader.finalised();
  const from = await nextBlock(deps, newest, finalised);
  const scanned = from > newest.blockNumber ? null : await observe(deps, from, newest);
  const troubles = await judgeOpen(deps, finalised);
  if (scanned !== null) await keepProgress(deps, scanned, finalised);
  if (troubles.length > 0) throw new AggregateError(troubles, `${deps.reader.network}: ${messagesOf(troubles)}`);
  return { behind: scanned !== null && scanned.blockNumber < newest.blockNumber };
};

const keepProgress = async (deps: WatchNetworkDeps, scanned: ChainHead, finalised: ChainHead): Promise<void> => {
  await reachWatermark(deps, scanned);
  const { blockNumber, blockHash } = scanned;
  const finalNumber = finalised.blockNumber < blockNumber ? finalised.blockNumber : blockNumber;
  await deps.saveCursor({ blockNumber, blockHash, finalNumber });
};

const messagesOf = (troubles: readonly unknown[]): string =>
  troubles.map((trouble) => (trouble instanceof Error ? trouble.message : String(trouble))).join('; ');

/** The first look begins at the newest final block; after a reorganisation everything above the last final one is scanned again. */
const nextBlock = async (deps: WatchNetworkDeps, newest: ChainHead, finalised: ChainHead): Promise<bigint> => {
  const cursor = await deps.readCursor();
  if (cursor === null) return finalised.blockNumber;
  if (cursor.blockNumber > newest.blockNumber) return cursor.finalNumber + 1n;
  const canonical = await deps.reader.blockAt(cursor.blockNumber);
  return canonical.blockHash === cursor.blockHash ? cursor.blockNumber + 1n : cursor.finalNumber + 1n;
};

const observe = async (deps: WatchNetworkDeps, from: bigint, newest: ChainHead): Promise<ChainHead> => {
  const last = from + BLOCKS_PER_STEP - 1n;
  const { movements, upTo } = await deps.reader.scan(from, last < newest.blockNumber ? last : newest.blockNumber);
  for (const movement of movements) await observeDeposit(deps, movement);
  return upTo;
};

/** The deposit's state says whether a look is news, not the id: a block may come back that was gone, and be news again. */
const lookContext = ({ network, blockHash }: Movement, commandId: string): CommandContext =>
  systemContext(`watcher:${network}`, commandId, blockHash);

const observeDeposit = async (deps: WatchNetworkDeps, movement: Movement): Promise<void> => {
  const depositId = depositIdOf(movement.network, movement.txid, movement.position);
  const now = new Date(deps.clock.now()).toISOString();
  await handle(deps, deposit, {
    stream: `deposit-${depositId}`,
    context: lookContext(movement, commandIdOf('observe-deposit', depositId, movement.blockHash, now)),
    command: { type: 'ObserveDeposit', movement, now },
  });
};

/** Judges each by itself: a movement that cannot be judged now must not keep the others waiting. Answers the errors. */
const judgeOpen = async (deps: WatchNetworkDeps, finalised: ChainHead): Promise<readonly unknown[]> => {
  const troubles: unknown[] = [];
  for (const movement of await deps.openMovements(finalised.blockNumber)) {
    try {
      await judgeDeposit(deps, movement);
    } catch (error) {
      troubles.push(error);
    }
  }
  return troubles;
};

const judgeDeposit = async (deps: WatchNetworkDeps, movement: Movement): Promise<void> => {
  const verdict = await deps.reader.judge(movement);
  if (verdict.verdict === 'FINAL') await finaliseDeposit(deps, verdict.movement);
  if (verdict.verdict === 'GONE') await revertDeposit(deps, movement, verdict.reason);
};

const finaliseDeposit = async (deps: WatchNetworkDeps, movement: Movement): Promise<void> => {
  const depositId = depositIdOf(movement.network, movement.txid, movement.position);
  const now = new Date(deps.clock.now()).toISOString();
  await handle(deps, deposit, {
    stream: `deposit-${depositId}`,
    context: lookContext(movement, commandIdOf('finalise-deposit', depositId, movement.blockHash, now)),
    command: { type: 'FinaliseDeposit', movement, now },
  });
};

const revertDeposit = async (deps: WatchNetworkDeps, movement: Movement, reason: string): Promise<void> => {
  const depositId = depositIdOf(movement.network, movement.txid, movement.position);
  const now = new Date(deps.clock.now()).toISOString();
  await handle(deps, deposit, {
    stream: `deposit-${depositId}`,
    context: lookContext(movement, commandIdOf('revert-deposit', depositId, movement.blockHash, now)),
    command: { type: 'RevertDeposit', depositId, reason, now },
  });
};

/** Only when it matters to an intent, so that a quiet network writes nothing. */
const reachWatermark = async (deps: WatchNetworkDeps, { blockNumber, blockTime }: ChainHead): Promise<void> => {
  if (!(await deps.watermarkMatters(blockTime))) return;
  const { network } = deps.reader;
  await handle(deps, watcher, {
    stream: `watcher-${network}`,
    context: systemContext(`watcher:${network}`, commandIdOf('watermark', network, blockTime), blockNumber.toString()),
    command: {
      type: 'ReachWatermark',
      watermark: { network, time: blockTime, blockNumber: blockNumber.toString() },
    },
  });
};
