import { randomUUID } from 'node:crypto';
import { openEventStore } from '../../infra/event-store/open-event-store';
import type { Stores } from '../../src/bin/stores/stores';
import { completedIntentStream } from '../seeds/intents';
import { appendAll, type NewStream } from '../seeds/ledger';

export const EVENTS_PER_INTENT = 5;

/** Fills an empty log with completed payments of five events each. */
export const fillLog = async (stores: Stores, intents: number): Promise<void> => {
  const eventStore = openEventStore(stores, { deadlineMs: 10_000, logger: { warn: () => undefined } });
  try {
    await appendAll(eventStore, completedIntents(intents));
  } finally {
    await eventStore.close();
  }
};

/** Payments of one user, or each of another. */
export function* completedIntents(count: number, userId?: string): Generator<NewStream> {
  for (let index = 0; index < count; index += 1) yield completedIntentStream(userId ?? randomUUID());
}
