import { depositIdOf } from '../../../aggregates/chain';
import { isAfter, type Recorded } from '../../../aggregates/events';
import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import type { EventStore } from '../../../commands/ports/event-store';
import type { Payout } from '../../../commands/ports/providers/payout-provider';
import { createWatchMemory } from '../../../commands/watching/create-memory';
import type { WatchDeps } from '../../../commands/watching/watch-deps';
import { deadlineOf } from '../../../packages/testing/src/ledger/due-work';
import { memoryInbox } from '../../../packages/testing/src/ledger/memory/memory-inbox';
import { projectedRows } from '../../../packages/testing/src/ledger/memory/projected-rows';
import { goodStanding } from '../../../packages/testing/src/ledger/reads';
import { type Looks, workReads } from '../../../packages/testing/src/ledger/work-reads';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { projections } from '../../../projections/all';
import { depositsProjection } from '../../../projections/deposits';
import { payoutsProjection } from '../../../projections/payments/payouts';
import { reconciliation } from '../../../projections/reconciliation';
import { deposits } from '../../../read-models/matching/deposits';
import { networkWatermarks } from '../../../read-models/matching/network-watermarks';
import {
  type ReconciliationIntentRow,
  reconciliationIntents,
} from '../../../read-models/matching/reconciliation-intents';
import { isWorkHeldByStore } from '../../../src/bin/stores/store-away';
import { depositLists } from '../../commands/watching/watching';
import { core, happened } from '../../core';
import { type Fault, faultyStore } from '../../doubles/faulty-store';
import { memoryWatchStore } from '../../doubles/memory-watch-store';
import { NO_DEBITS } from '../../doubles/no-debits';
import { scriptedChain } from '../../doubles/scripted-chain';
import { offering } from '../../doubles/scripted-provider';
import { catalog } from '../../samples/quoting';
import { knownOutcomes, lieAbout } from './lies';
import { lossyBank } from './lossy-bank';
import { lossyCharges } from './lossy-charges';
import { lossyDeliveries } from './lossy-deliveries';
import { lossyRedemption } from './lossy-redemption';
import { createPauses } from './pauses';
import type { Plant } from './plant';
import { plantedStore } from './planted-store';
import { randomOf } from './random';
import { createReceiver } from './receiver';
import { troublesOf, walletsOf } from './troubles';

/** Time that unpaid intents stay open. */
export const EXPIRY = { graceSeconds: 60, ceilingSeconds: 3_600 } as const;

const FAULTS: readonly Fault[] = ['lost before', 'lost after', 'away', 'crash before', 'crash after'];

/** A node that loses answers at times. */
const lossyReader = (reader: ChainReader, isLost: () => boolean): ChainReader => {
  const lossy =
    <Args extends readonly unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    (...args: Args): Promise<Answer> =>
      isLost() ? Promise.reject(new Error('The node is away')) : call(...args);
  const { heads, hashAt, scan, rescan, read, judge, find } = reader;
  return {
    ...{ ...reader, heads: lossy(heads), hashAt: lossy(hashAt), scan: lossy(scan) },
    ...{ rescan: lossy(rescan), read: lossy(read), judge: lossy(judge), find: lossy(find) },
  };
};

const iso = (ms: number): string => new Date(ms).toISOString();

const only = <One extends { readonly name: string; readonly mode: string }>(provider: One) => ({
  choose: (mode: string) => (mode === provider.mode ? provider : null),
  named: (name: string, mode: string) => (name === provider.name && mode === provider.mode ? provider : null),
});

/** A service with its stores, a chain and a bank: all of it follows from the seed. */
export const createWorld = async (seed: number, plant: Plant | null = null) => {
  const random = randomOf(seed);
  const troubles = troublesOf(random);
  const base = core();
  const truth = base.eventStore;
  let healed = false;
  const chance = (percent: number): boolean => !healed && random.chance(percent);
  const pauses = createPauses();
  const standStill = async (percent: number): Promise<void> => {
    if (!chance(percent)) return;
    await (chance(troubles.deathPercent) ? pauses.die() : pauses.pause());
  };
  const outcomes = knownOutcomes();
  const faulty = faultyStore(truth, () => (chance(troubles.storePercent) ? random.pick(FAULTS) : null));
  const planted = plantedStore(plant, faulty, truth);
  const eventStore: EventStore = {
    ...planted,
    append: async (stream, expected, events) => {
      await standStill(troubles.writerPercent);
      const result = await planted.append(stream, expected, events);
      outcomes.note(events);
      await standStill(troubles.writerPercent);
      return result;
    },
  };
  const chain = scriptedChain(() => iso(base.clock.now()));
  const { bankPercent: lossPercent, senderPercent, liePercent } = troubles;
  const sending = { random, standStill: () => standStill(senderPercent) };
  const lie = (said: Payout) => (chance(liePercent) ? lieAbout(random, outcomes.of(said.idempotencyKey), said) : null);
  const bank = lossyBank({ ...sending, clock: base.clock, lossPercent, lie, plant });
  const redemption = lossyRedemption({
    ...{
      ...sending,
      nowMs: base.clock.now,
      wallets: walletsOf(random),
      liePercent,
      lossPercent: troubles.redemptionPercent,
    },
    isHasty: plant === 'DEBIT_NOT_FINAL',
  });
  const charges = lossyCharges({
    ...{ ...sending, nowMs: base.clock.now, liePercent, lossPercent: troubles.chargePercent },
    plant,
  });
  const deliveries = lossyDeliveries({
    ...{ ...sending, nowMs: base.clock.now, liePercent, lossPercent: troubles.deliveryPercent },
    deliversTwice: plant === 'DELIVERED_TWICE',
  });
  const isLost = (name: string, { type }: Recorded): boolean =>
    plant === 'WEBHOOK_LOST' && name === 'webhook-outbox' && type === 'CashoutCompleted';

  /** Projections run behind the log. */
  const { rowsOf, project, applied } = projectedRows(truth, projections, isLost);
  const payoutRows = () => rowsOf(payoutsProjection);
  const lastWatermark = (): string => rowsOf(reconciliation).get(networkWatermarks, 'ethereum')?.time ?? '';
  const watched = memoryWatchStore();
  const inbox = memoryInbox();
  const looksOf = ({ memo }: ReconciliationIntentRow): Looks => {
    const watermark = lastWatermark() === '' ? null : lastWatermark();
    const lookedAt = watched.cursors.at(-1)?.lookedAt ?? null;
    const unread = watched.unread().filter(({ memos }) => memos === null || memos.includes(memo)).length;
    return { watermark, lookedAt, unread, ...EXPIRY };
  };
  const { knownOf, ...reads } = workReads({ rowsOf, applied }, looksOf, () => base.clock.iso());
  const watch: WatchDeps = {
    ...base,
    eventStore,
    reader: lossyReader(chain.reader, () => chance(troubles.nodePercent)),
    mode: 'sandbox',
    store: watched.store,
    memory: createWatchMemory(),
    ...depositLists(async () => rowsOf(depositsProjection).all(deposits)),
    debits: NO_DEBITS,
    coinSeen: async () => null,
    isSentByUs: async () => false,
    isHeldByStore: isWorkHeldByStore,
    untilApplied: async (position) => !isAfter(position, applied()),
    watermarkMatters: async (reached) =>
      rowsOf(reconciliation)
        .all(reconciliationIntents)
        .some((row) => row.status === 'PENDING' && deadlineOf(row) >= lastWatermark() && deadlineOf(row) < reached),
  };

  await happened(truth, event('PartnerOnboarded'), event('DestinationRegistered'), event('UserRegistered'));
  return {
    seed,
    plant,
    random,
    chance,
    troubles,
    clock: base.clock,
    truth,
    chain,
    bank,
    redemption,
    charges,
    deliveries,
    pauses,
    watch,
    watched,
    project,
    rowsOf,
    lastWatermark,
    payoutRows,
    alerts: base.alerts,
    /** True when a notification may be missing: it follows its record, and a process may die in between. */
    mayBeUntold: (): boolean => pauses.deaths() > 0 || troubles.storePercent > 0,
    receiver: createReceiver(() => chance(troubles.receiverPercent)),
    knownOf,
    inbox,
    deps: {
      callbackInbox: inbox,
      ...{ ...base, eventStore, catalog, ...reads },
      readStanding: goodStanding(base.clock),
      payoutProviders: offering(bank.line),
      redemptions: only(redemption.provider),
      chargeProviders: only(charges.provider),
      cryptoDeliveries: only(deliveries.provider),
      kycProviders: { choose: () => null, named: () => null },
    },
    depositId: (txid: string) => depositIdOf('ethereum', txid, '0'),
    heal: (): void => {
      healed = true;
      bank.heal();
      redemption.heal();
      charges.heal();
      deliveries.heal();
    },
  };
};

export type World = Awaited<ReturnType<typeof createWorld>>;
