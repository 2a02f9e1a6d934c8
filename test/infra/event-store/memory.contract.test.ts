import { createMemoryEventStore } from '../../../infra/event-store/memory';
import { describeEventStore } from '../../../packages/testing/src/contracts';

describeEventStore('in memory', {
  open: async () => ({ store: createMemoryEventStore(), close: async () => undefined }),
  dense: true,
});
