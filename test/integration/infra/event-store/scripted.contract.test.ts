import { connectEventStore } from '../../../../infra/event-store/client/client';
import { eventStoreContract } from '../../../infra/event-store/contract/contract';
import { subscriptionContract } from '../../../infra/event-store/contract/contract-subscriptions';
import { type ContractOptions, useScene } from '../../../infra/event-store/contract/scene';
import { createScriptedLog } from '../../../infra/event-store/scripted/log';
import { startNode } from '../../../infra/event-store/scripted/node';

const shared = createScriptedLog({ busy: true });

const over = (liveLimit: number): ContractOptions => ({
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

eventStoreContract('E6: over a server that others use, with sparse positions', over(Infinity));

describe('E6: over the same server, which drops live subscribers all the time', () => {
  subscriptionContract(useScene(over(40)));
});
