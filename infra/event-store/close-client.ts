import type { EventStoreDBClient } from '@eventstore/db-client';

/** `dispose` ends the client's streams and leaves its connection open. */
export const closeClient = async (client: EventStoreDBClient): Promise<void> => {
  await client.dispose();
  const { getChannel } = client as unknown as { getChannel: () => Promise<{ close: () => void }> };
  (await getChannel()).close();
};
