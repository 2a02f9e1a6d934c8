import { connectEventStore } from '../../../../infra/event-store/client/client';
import { eventStoreContract } from '../../../infra/event-store/contract/contract';
import { createScriptedLog } from '../../../infra/event-store/scripted/log';
import { startNode } from '../../../infra/event-store/scripted/node';

const over = (name: string, log: ReturnType<typeof createScriptedLog>, liveLimit: number): void => {
  eventStoreContract(name, {
    open: async () => {
      const node = await startNode(log);
      node.script.liveLimit = liveLimit;
      // Patient: on a busy machine the server, which shares this process, has little time.
      const store = connectEventStore({ connectionString: node.connectionString, deadlineMs: 60_000 });
      const close = (): Promise<void> => store.close().then(node.stop);
      return { store, close };
    },
    dense: false,
  });
};

const shared = createScriptedLog({ busy: true });
over('E6: over a server that others use, with sparse positions', shared, Infinity);
over('E6: over the same server a second time, which drops live subscribers all the time', shared, 40);
