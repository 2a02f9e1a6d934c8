import { createMemoryEventStore } from '../../../infra/event-store/memory';
import { eventStoreContract } from './contract/contract';

eventStoreContract('in memory', {
  open: async () => ({ store: createMemoryEventStore(), close: async () => undefined }),
  dense: true,
});
