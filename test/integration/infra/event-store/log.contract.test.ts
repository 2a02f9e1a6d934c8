import { openLogStore } from '../../../../infra/event-store/log/log-store';
import { eventStoreContract } from '../../../infra/event-store/contract/contract';
import { ownDatabase } from './served-store';

eventStoreContract('over the log in PostgreSQL', {
  open: async () => {
    const { databaseUrl, drop } = await ownDatabase();
    const store = openLogStore({ databaseUrl, logger: { warn: () => undefined } });
    return { store, close: () => store.close().then(drop) };
  },
  dense: true,
});
