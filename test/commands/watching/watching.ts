import { UNEXPLAINED_RISE } from '../../../aggregates/deposit/matching';
import { type Position, START } from '../../../aggregates/events';
import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import type { EventStore } from '../../../commands/ports/event-store';
import { createWatchMemory } from '../../../commands/watching/create-memory';
import type { FinalDeposit, WatchDeps } from '../../../commands/watching/watch-deps';
import { type NetworkLook, watchNetwork } from '../../../commands/watching/watch-network';
import { memoryRows } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { depositsProjection } from '../../../projections/deposits';
import { type DepositRow, deposits, movementOf } from '../../../read-models/matching/deposits';
import { isWorkHeldByStore } from '../../../src/bin/stores/store-away';
import { core, typesOf } from '../../core';
import { memoryWatchStore } from '../../doubles/memory-watch-store';
import { NO_DEBITS } from '../../doubles/no-debits';
import { scriptedChain } from '../../doubles/scripted-chain';

/** Every deposit, as the projection has it, by id; goes on where it was asked last. */
const depositRowsOf = (eventStore: EventStore): (() => Promise<readonly DepositRow[]>) => {
  const rows = memoryRows(depositsProjection);
  let applied: Position = START;
  return async () => {
    for await (const event of eventStore.readAll(applied, { streamPrefixes: ['deposit-'] })) {
      rows.apply(event);
      applied = event.position;
    }
    return [...rows.all(deposits)].sort((left, right) => (left.deposit_id < right.deposit_id ? -1 : 1));
  };
};

type Wanted = Pick<WatchDeps, 'openMovements' | 'finalDeposits'>;

/** The queries of `read-models/matching/deposits.ts`, over rows in memory. */
export const depositLists = (rowsOf: () => Promise<readonly DepositRow[]>): Wanted => ({
  openMovements: async ({ upToHeight, resting, rested, limit }) => {
    const open = (await rowsOf())
      .filter((row) => row.status === 'OBSERVED' && BigInt(row.block_number) <= upToHeight)
      .filter((row) => !resting.includes(row.deposit_id));
    const rank = (row: DepositRow): number => (rested.includes(row.deposit_id) ? 2 : row.memos.length > 0 ? 0 : 1);
    const ordered = open.sort((left, right) => rank(left) - rank(right) || +left.block_number - +right.block_number);
    return ordered.slice(0, limit).map(movementOf);
  },
  finalDeposits: async ({ fromHeight, afterId, limit }) =>
    (await rowsOf())
      .filter((row) => row.status !== 'OBSERVED' && row.status !== 'REVERTED')
      .filter((row) => BigInt(row.block_number) >= fromHeight && row.deposit_id > afterId)
      .slice(0, limit)
      .map((row) => ({
        depositId: row.deposit_id,
        movement: movementOf(row),
        status: row.status as FinalDeposit['status'],
        intentId: row.intent_id,
        paidCents: row.status === 'MATCHED' ? '15000' : '0',
      })),
});

/** The sum of `src/bin/chains/watch-deps.ts`, over rows in memory. */
const coinSeenIn =
  (rowsOf: () => Promise<readonly DepositRow[]>): WatchDeps['coinSeen'] =>
  async ({ receiver, after, upTo }) => {
    const coin = (await rowsOf()).filter(
      (row) => row.contract === null && row.receiver === receiver && row.status !== 'REVERTED',
    );
    const inRange = coin.filter(({ block_number: block }) => BigInt(block) > after && BigInt(block) <= upTo);
    const rises = inRange.filter(({ unsupported }) => unsupported === UNEXPLAINED_RISE);
    return {
      baseUnits: inRange.reduce((sum, row) => sum + BigInt(row.amount_base_units), 0n),
      lastRise: rises
        .map((row) => BigInt(row.block_number))
        .reduce<bigint | null>((last, one) => (last === null || one > last ? one : last), null),
    };
  };

/** A watcher of a scripted chain, with the deposits that it leads to. */
export const watching = (differences: Partial<WatchDeps> = {}) => {
  const deps = core();
  const chain = scriptedChain();
  const kept = memoryWatchStore();
  const rows = depositRowsOf(deps.eventStore);
  const wired: WatchDeps = {
    ...deps,
    reader: chain.reader,
    mode: 'sandbox',
    store: kept.store,
    memory: createWatchMemory(),
    ...depositLists(rows),
    debits: NO_DEBITS,
    coinSeen: coinSeenIn(rows),
    watermarkMatters: async () => false,
    untilApplied: async () => true,
    isSentByUs: async () => false,
    isHeldByStore: isWorkHeldByStore,
    ...differences,
  };
  const look = (other: Partial<WatchDeps> = {}): Promise<NetworkLook> => watchNetwork({ ...wired, ...other })();
  /** A look at a node that differs from the chain. */
  const lookAt = (lies: Partial<ChainReader>, other: Partial<WatchDeps> = {}): Promise<NetworkLook> =>
    look({ ...other, reader: { ...chain.reader, ...lies } });
  const deposit = () => typesOf(deps.eventStore, 'deposit-ethereum:0xd1:0');
  const watcher = () => typesOf(deps.eventStore, 'watcher-ethereum');
  /** The ids of all deposits. */
  const deposits = async () => (await rows()).map(({ deposit_id }) => deposit_id);
  /** Restarts the process. */
  const restarted = (): Partial<WatchDeps> => ({ memory: createWatchMemory() });
  return { ...kept, deps, chain, look, lookAt, restarted, rows, deposit, deposits, watcher };
};

export const OBSERVED = ['DepositObserved'];
export const FINAL = [...OBSERVED, 'DepositFinalised'];

/** The answer of a look without trouble. */
export const CALM = { behind: false, questions: {}, failure: null, troubles: [], unprovedBlocks: 0, foundLate: 0 };
