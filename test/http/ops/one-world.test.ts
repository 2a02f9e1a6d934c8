import './cases/work';
import './cases/personal-data';
import './cases/as-of';
import './cases/staff';
import './cases/exports';
import './cases/webhooks';
import { sharedOpsWorld } from './ops-world';

afterAll(async () => (await sharedOpsWorld()).close());
