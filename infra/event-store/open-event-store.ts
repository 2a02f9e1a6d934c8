import type { EventStore } from '../../commands/ports/event-store';
import type { LogCounters } from '../../packages/event-store/log/log';
import type { Logger } from '../logger';
import type { OwnLedger } from './judging';
import { openLogStore } from './log/log-store';

/** Where the events are: in the database's own log, unless another store is named. */
export interface EventPlaces {
  readonly databaseUrl: string;
  /** `esdb://...` of an EventStoreDB, or of a server of its protocol. */
  readonly eventStoreUrl?: string | undefined;
}

export interface EventStoreOptions {
  readonly deadlineMs?: number;
  readonly ledgerId?: OwnLedger;
  readonly logger: Pick<Logger, 'warn'>;
}

export interface OpenedEventStore extends EventStore {
  /** Rejects when a program of another version writes to the log. */
  readonly connect: () => Promise<void>;
  /** Null for a store that is not the database's own. */
  readonly counters: (() => LogCounters) | null;
  /** Cuts running calls and subscriptions; stop subscriptions first. */
  readonly close: () => Promise<void>;
}

/** Loaded on demand: gRPC costs memory and start-up time when it is not used. */
// oxlint-disable-next-line typescript/no-require-imports
const loadClient = () => require('./client/client') as typeof import('./client/client');

export const openEventStore = (
  { databaseUrl, eventStoreUrl }: EventPlaces,
  { logger, ...options }: EventStoreOptions,
): OpenedEventStore => {
  if (eventStoreUrl === undefined) return openLogStore({ databaseUrl, logger, ...options });
  const store = loadClient().connectEventStore({ connectionString: eventStoreUrl, ...options });
  return { ...store, connect: async () => undefined, counters: null };
};

export const prepareEventStore = async (places: EventPlaces, logger: EventStoreOptions['logger']): Promise<void> => {
  const store = openEventStore(places, { logger });
  await store.connect().finally(store.close);
};
