import { connectEventStore } from '../../../../infra/event-store/client/client';
import { describeEventStore, type EventStoreContract } from '../../../../packages/testing/src/contracts';
import { describeParts } from '../../../../packages/testing/src/contracts/event-store/contract';
import { SUBSCRIPTIONS } from '../../../../packages/testing/src/contracts/event-store/subscriptions';
import { createScriptedLog } from '../../../infra/event-store/scripted/log';
import { startNode } from '../../../infra/event-store/scripted/node';

const shared = createScriptedLog({ busy: true });

const over = (liveLimit: number): EventStoreContract => ({
  open: async () => {
    const node = await startNode(shared);
    node.script.liveLimit = liveLimit;
    // Patient: on a busy machine the server, which shares this process, has little time.
    const store = connectEventStore({ connectionString: node.connectionString, deadlineMs: 60_000 });
    const close = (): Promise<void> => store.close().then(node.stop);
    return { store, close };
  },
  dense: false,
});

describeEventStore('over a server that others use, with sparse positions', over(Infinity));

describeParts('of the same server, which drops live subscribers all the time', over(40), { SUBSCRIPTIONS });
