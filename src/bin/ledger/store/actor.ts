import { connectEventStore } from '../../../../infra/event-store/client/client';
import { actorFor } from '../operator-key';
import type { Places } from './places';

/** Whose key it is, by the log that is there: PostgreSQL may still belong to none. */
export const actorIn = async (
  { eventStoreUrl, isEmbedded }: Places,
  { actor }: { readonly actor?: string },
): Promise<string> => {
  const eventStore = connectEventStore({ connectionString: eventStoreUrl });
  return actorFor({ eventStore, isEmbedded }, actor, 'administer').finally(eventStore.close);
};
