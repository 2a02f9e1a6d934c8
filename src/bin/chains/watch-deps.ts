import type { Pool } from 'pg';
import { UNEXPLAINED_RISE } from '../../../aggregates/deposit/matching';
import { createSnapshots } from '../../../commands/handling/reading/snapshots';
import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import { createWatchMemory } from '../../../commands/watching/create-memory';
import type { FinalDeposit, WatchDeps } from '../../../commands/watching/watch-deps';
import { coinDust } from '../../../infra/chains/stores/coin-balances';
import { type WatchedNetwork, watchCursors } from '../../../infra/chains/stores/cursors';
import type { PositionBoard } from '../../../infra/projections/waiting/wait';
import {
  type FinalDepositRow,
  listFinalDeposits,
  listOpenDeposits,
  movementOf,
  sumCoin,
} from '../../../read-models/matching/deposits';
import { hasDeadlineBetween, lastWatermark } from '../../../read-models/matching/reconciliation-intents';
import { sentByUs } from '../../reads/used-elsewhere';
import type { ServicePorts } from '../../service-ports';
import { isWorkHeldByStore } from '../stores/store-away';
import { finalDebitsOf } from './final-debits';

export interface WatchPorts {
  readonly ports: Pick<
    ServicePorts,
    'eventStore' | 'knownStreams' | 'query' | 'clock' | 'alert' | 'redemptions' | 'cryptoDeliveries'
  >;
  readonly pool: Pool;
  readonly board: Pick<PositionBoard, 'waitUntilApplied'>;
}

const finalDepositOf = (row: FinalDepositRow): FinalDeposit => ({
  depositId: row.deposit_id,
  movement: movementOf(row),
  status: row.status,
  intentId: row.intent_id,
  paidCents: row.paid_cents,
});

export const watchDepsOf = (
  { ports, pool, board }: WatchPorts,
  network: WatchedNetwork,
  reader: ChainReader,
): WatchDeps => {
  const { eventStore, knownStreams, query, clock, alert } = ports;
  const { name, mode } = network;
  const untilApplied: WatchDeps['untilApplied'] = (position) =>
    board.waitUntilApplied(['deposits', 'reconciliation'], position);
  return {
    ...{ eventStore, knownStreams, clock, alert, reader, mode },
    snapshots: createSnapshots(),
    store: watchCursors(pool, network),
    memory: createWatchMemory(),
    openMovements: async ({ upToHeight, ...wanted }) => {
      const upToBlock = upToHeight.toString();
      return (await listOpenDeposits(query, { ...wanted, network: name, upToBlock })).map(movementOf);
    },
    finalDeposits: async ({ fromHeight, ...wanted }) => {
      const fromBlock = fromHeight.toString();
      return (await listFinalDeposits(query, { ...wanted, network: name, fromBlock })).map(finalDepositOf);
    },
    debits: finalDebitsOf(ports, query, board, name),
    coinSeen: async ({ receiver, ...wanted }) => {
      // The log has every movement up to `upTo` by now.
      if (!(await untilApplied(await eventStore.head()))) return null;
      const blocks = { after: wanted.after.toString(), upTo: wanted.upTo.toString() };
      const coin = await sumCoin(query, { ...blocks, network: name, receiver, unsupported: UNEXPLAINED_RISE });
      const baseUnits = BigInt(coin.base_units) + (await coinDust(query, name, wanted));
      return { baseUnits, lastRise: coin.last_block === null ? null : BigInt(coin.last_block) };
    },
    watermarkMatters: async (time) => hasDeadlineBetween(query, name, await lastWatermark(query, name), time),
    isSentByUs: sentByUs(query, name),
    isHeldByStore: isWorkHeldByStore,
    untilApplied,
  };
};
