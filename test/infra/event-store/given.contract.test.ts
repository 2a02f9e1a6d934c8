import { connectEventStore } from '../../../infra/event-store/client/client';
import { eventStoreContract } from './contract/contract';

const connectionString = process.env['EVENTSTORE_URL'];

if (connectionString === undefined) {
  describe('the event store contract over a real server', () => {
    it('runs where EVENTSTORE_URL names one', () => {
      expect(connectionString).toBeUndefined();
    });
  });
} else {
  eventStoreContract(`over ${new URL(connectionString).host}`, {
    open: async () => {
      const store = connectEventStore({ connectionString });
      return { store, close: store.close };
    },
    dense: false,
  });
}
