import type { Logger } from 'pino';
import { openEventStore } from '../../../../infra/event-store/open-event-store';
import { actorFor } from '../operator-key';
import type { Places } from './places';

/** Whose key it is, by the log that is there: PostgreSQL may still belong to none. */
export const actorIn = async (
  places: Places,
  logger: Logger,
  { actor }: { readonly actor?: string },
): Promise<string> => {
  const eventStore = openEventStore(places, { logger });
  return actorFor({ eventStore, isEmbedded: places.isEmbedded }, actor, 'administer').finally(eventStore.close);
};
