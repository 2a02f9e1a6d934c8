import { rejection } from '../../../aggregates/rejection';
import type { EventStore } from '../../../commands/ports/event-store';

export const AWAY = { rejection: { code: 'SERVICE_UNAVAILABLE' } };

/** The log of no deposit can be read: the store's error as it is, which no command has made a rejection of. */
export const silentOnDeposits = (store: EventStore): EventStore => ({
  ...store,
  readStream: async (stream, fromRevision) => {
    if (stream.startsWith('deposit-')) throw new Error('The event store is unreachable');
    return store.readStream(stream, fromRevision);
  },
});

/** The log takes nothing of any deposit, and answers else. */
export const withoutDeposits = (store: EventStore): EventStore => ({
  ...store,
  append: async (stream, expected, events) => {
    if (stream.startsWith('deposit-')) throw rejection('SERVICE_UNAVAILABLE', 'The ledger is away');
    return store.append(stream, expected, events);
  },
});
