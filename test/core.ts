import type { LedgerEvent } from '../aggregates/events';
import { SCHEMA_VERSIONS } from '../aggregates/schema-versions';
import type { UserStanding } from '../aggregates/user/events';
import type { CommandContext } from '../commands/handling/context';
import { commandIdOf } from '../commands/handling/deterministic-ids';
import { createKnownStreams } from '../commands/handling/reading/known-streams';
import { createPayoutLanes } from '../commands/payout/sending/payout-lanes';
import type { Catalog } from '../commands/ports/chains/catalog';
import type { EventStore } from '../commands/ports/event-store';
import { createMemoryEventStore } from '../infra/event-store/memory';
import { createCipher } from '../infra/vault/keys/cipher';
import { createMemoryVault } from '../infra/vault/memory-vault';
import { countingIds } from '../packages/testing/src/ledger/memory/counting-ids';
import { manualClock } from '../packages/testing/src/ledger/memory/manual-clock';
import { createMemoryCreditSweeps } from '../packages/testing/src/ledger/memory/memory-credit-sweeps';
import { createMemoryDenials } from '../packages/testing/src/ledger/memory/memory-denials';
import { settings } from '../packages/testing/src/ledger/settings';
import { USED_NOWHERE } from '../packages/testing/src/ledger/work-reads';
import { metadata, streamOf } from '../packages/testing/src/samples/sample-events';
import { createNotedOrders } from './doubles/noted-orders';
import { offering } from './doubles/scripted-provider';

const NO_ASSETS: Catalog = { version: '1', updatedAt: '2026-11-20T12:00:00.000Z', assets: [], networks: [] };

const NOBODY = { choose: () => null, named: () => null };

export interface Alert {
  readonly what: string;
  readonly facts: Readonly<Record<string, string>>;
}

/** The dependencies of commands, in memory, at noon. */
export const core = () => {
  const alerts: Alert[] = [];
  const clock = manualClock();
  return {
    clock,
    ids: countingIds(),
    eventStore: createMemoryEventStore(),
    denials: createMemoryDenials(),
    knownStreams: createKnownStreams(),
    vault: createMemoryVault(createCipher(Buffer.alloc(32, 7)), clock),
    settings,
    catalog: NO_ASSETS,
    workerId: 'w1',
    /** Every user has passed KYC. */
    userStanding: async (): Promise<UserStanding> => 'APPROVED',
    payoutProviders: offering(),
    payoutLanes: createPayoutLanes(8),
    everyPayoutProvider: [],
    kycProviders: { choose: () => null, named: () => null },
    streamOfPayout: async () => null,
    chargeProviders: NOBODY,
    cryptoDeliveries: NOBODY,
    redemptions: NOBODY,
    signedOrders: createNotedOrders(),
    creditSweeps: createMemoryCreditSweeps(),
    ...USED_NOWHERE,
    intentOfPix: async (): Promise<string | null> => null,
    canonicalAddressOn: (_network: string, address: string): string | null => address.toLowerCase(),
    canonicalTxid: (_family: string, text: string): string | null => text,
    ...{ chainHints: { keep: async () => true }, expiring: { put: async () => undefined } },
    alerts,
    alert: (what: string, facts: Readonly<Record<string, string>>): void => void alerts.push({ what, facts }),
  };
};

/** The context of a command; equal names have equal ids. */
export const asking = (name = 'command', differences: Partial<CommandContext> = {}): CommandContext => ({
  commandId: commandIdOf('test', name),
  correlationId: null,
  causationId: 'request1',
  actor: { kind: 'partner', id: 'p1' },
  partnerId: 'p1',
  subjectId: 'u1',
  mode: 'sandbox',
  requestId: 'request1',
  reason: null,
  ...differences,
});

/** Appends a history to the store. */
export const happened = async (store: EventStore, ...events: readonly LedgerEvent[]): Promise<void> => {
  for (const event of events) await happenedIn(store, streamOf(event), event);
};

export const happenedIn = async (store: EventStore, stream: string, ...events: readonly LedgerEvent[]) => {
  for (const event of events) {
    const revision = (await store.readStream(stream)).length - 1;
    const id = commandIdOf('happened', stream, String(revision + 1));
    const schemaVersion = SCHEMA_VERSIONS[event.type];
    const proposed = { ...event, id, metadata: metadata({ schemaVersion }) };
    const result = await store.append(stream, revision < 0 ? 'no_stream' : revision, [proposed]);
    if (result.outcome !== 'appended') throw new Error(`${event.type}: ${result.outcome}`);
  }
};

/** The events of the stream, without ids and metadata. */
export const eventsOf = async (store: Pick<EventStore, 'readStream'>, stream: string) =>
  (await store.readStream(stream)).map(({ type, data }) => ({ type, data }));

export const typesOf = async (store: Pick<EventStore, 'readStream'>, stream: string) =>
  (await store.readStream(stream)).map(({ type }) => type);
