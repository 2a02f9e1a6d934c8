import {
  type ConnectedEventStore,
  connectEventStore,
  type EventStoreConnection,
} from '../../../../infra/event-store/client/client';
import type { ScriptedLog } from './log';
import { type ScriptedNode, startNode } from './node';
import { STATE } from './script';

/** `nodes` name each other in gossip, and followers the leader. */
export const elect = (leader: ScriptedNode, nodes: readonly ScriptedNode[]): void => {
  const members = nodes.map((node) => ({
    ...{ address: node.address, port: node.port },
    state: node === leader ? STATE.leader : STATE.follower,
  }));
  for (const { script, port } of nodes) {
    Object.assign(script, { members, leader, role: port === leader.port ? 'leader' : 'follower' });
  }
};

/** For a client that finds the leader itself. */
export const urlOf = (nodes: readonly ScriptedNode[]): string =>
  `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false&maxDiscoverAttempts=3&discoveryInterval=20`;

/** Nodes and stores of one test; they end with it. */
export interface ScriptedCluster {
  readonly node: (log?: ScriptedLog) => Promise<ScriptedNode>;
  readonly connect: (
    to: ScriptedNode | string,
    options?: Omit<EventStoreConnection, 'connectionString'>,
  ) => ConnectedEventStore;
}

/** Inside a `describe`. */
export const useScriptedCluster = (): ScriptedCluster => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  return {
    node: async (log) => {
      const node = await startNode(log);
      ends.push(node.stop);
      return node;
    },
    connect: (to, options) => {
      const connectionString = typeof to === 'string' ? to : to.connectionString;
      const store = connectEventStore({ connectionString, ...options });
      ends.push(store.close);
      return store;
    },
  };
};
