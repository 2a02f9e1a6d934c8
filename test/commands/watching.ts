import { START } from '../../aggregates/events';
import type { EventStore } from '../../commands/ports/event-store';
import { type WatchCursor, type WatchNetworkDeps, watchNetwork } from '../../commands/watch-network';
import { depositsProjection } from '../../projections/deposits';
import { deposits, movementOf } from '../../read-models/deposits';
import { core, typesOf } from '../core';
import { memoryRows } from '../memory-rows';
import { scriptedChain } from '../scripted-chain';

/** Deposits that are seen and not final, as the projection has them. */
const openIn = async (eventStore: EventStore) => {
  const rows = memoryRows(depositsProjection);
  for await (const event of eventStore.readAll(START, { streamPrefixes: ['deposit-'] })) rows.apply(event);
  return rows.all(deposits).filter(({ status }) => status === 'OBSERVED');
};

/** A watcher of a scripted chain, with the deposits that it leads to. */
export const watching = (differences: Partial<WatchNetworkDeps> = {}) => {
  const deps = core();
  const chain = scriptedChain();
  const cursors: WatchCursor[] = [];
  const wired: WatchNetworkDeps = {
    ...deps,
    reader: chain.reader,
    readCursor: async () => cursors.at(-1) ?? null,
    saveCursor: async (cursor) => void cursors.push(cursor),
    openMovements: async (upTo) =>
      (await openIn(deps.eventStore)).map(movementOf).filter(({ blockNumber }) => BigInt(blockNumber) <= upTo),
    watermarkMatters: async () => false,
    ...differences,
  };
  const look = (other: Partial<WatchNetworkDeps> = {}) => watchNetwork({ ...wired, ...other })();
  const deposit = () => typesOf(deps.eventStore, 'deposit-ethereum:0xd1:0');
  return { deps, chain, cursors, look, deposit };
};

export const OBSERVED = ['DepositObserved'];
export const FINAL = [...OBSERVED, 'DepositFinalised'];
