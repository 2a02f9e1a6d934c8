import { eventStoreContract } from '../../../infra/event-store/contract/contract';
import { openServedStore } from './served-store';

eventStoreContract('over the official client and our server', { open: openServedStore, dense: true });
