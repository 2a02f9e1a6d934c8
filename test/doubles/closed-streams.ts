import type { EventStore } from '../../commands/ports/event-store';
import { guardedStore } from '../../infra/event-store/guarded-store';

/** The store after an operator closed these lost streams. */
export const withClosed = (store: EventStore, ...closed: readonly string[]): EventStore =>
  guardedStore(store, {
    setAside: (stream) => (closed.includes(stream) ? 'CLOSED' : null),
    projectedAt: async () => null,
    report: async () => undefined,
  });
