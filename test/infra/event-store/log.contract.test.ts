import { openLogStore } from '../../../infra/event-store/log/log-store';
import { testDatabase } from '../../stores/postgres';
import { eventStoreContract } from './contract/contract';

eventStoreContract('over the log in PostgreSQL', {
  open: async () => {
    const database = await testDatabase();
    const store = openLogStore({ databaseUrl: database.url, logger: { warn: () => undefined } });
    const close = async (): Promise<void> => {
      await store.close();
      await database.drop();
    };
    return { store, close };
  },
  dense: true,
});
