import { connectEventStore } from '../../../../infra/event-store/client/client';
import { describeEventStore } from '../../../../packages/testing/src/contracts';

/** Several hosts are no URL to Node; what else the string holds is not for a title. */
const hostsOf = (text: string): string =>
  text
    .replace(/^[^:]*:\/\//, '')
    .replace(/^[^@?]*@/, '')
    .replace(/[/?].*$/, '');

const connectionString = process.env['EVENTSTORE_URL'];

if (connectionString === undefined) {
  describe('the event store contract over a real server', () => {
    it('runs where EVENTSTORE_URL names one', () => {
      expect(connectionString).toBeUndefined();
    });
  });
} else {
  describeEventStore(`over ${hostsOf(connectionString)}`, {
    open: async () => {
      const store = connectEventStore({ connectionString });
      return { store, close: store.close };
    },
    dense: false,
  });
}
