import { eventStoreContract } from '../../../infra/event-store/contract/contract';
import { openEmbeddedStore } from './embedded-store';

eventStoreContract('over the embedded server', { open: openEmbeddedStore, dense: true });
