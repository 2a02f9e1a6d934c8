import { describeEventStore } from '../../../../packages/testing/src/contracts';
import { openServedStore } from './served-store';

describeEventStore('over the official client and our server', { open: openServedStore, dense: true });
