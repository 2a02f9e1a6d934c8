import { openLogStore } from '../../../infra/event-store/log/log-store';
import { describeEventStore } from '../../../packages/testing/src/contracts';
import { ownDatabase } from '../../integration/infra/event-store/served-store';

describeEventStore('over the log in PostgreSQL', {
  open: async () => {
    const { databaseUrl, drop } = await ownDatabase();
    const store = openLogStore({ databaseUrl, logger: { warn: () => undefined } });
    return { store, close: () => store.close().then(drop) };
  },
  dense: true,
});
