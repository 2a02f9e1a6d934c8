import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, FaultKind } from './faults';
import type { Cluster } from './nodes/cluster';
import type { StoreNode } from './nodes/node';

/** A fault as it was: milliseconds since 1970. */
export interface PlayedFault {
  readonly kind: FaultKind;
  readonly atMs: number;
  readonly undoneAtMs: number;
}

/** Meets the leader of the moment once all nodes are well, and makes it good again. */
export const playFault = async (cluster: Cluster, { kind, lastsMs }: Fault): Promise<PlayedFault> => {
  const leader = await cluster.leader();
  const victims = kind === 'no-quorum' ? [leader, otherThan(cluster, leader)] : [leader];
  const atMs = Date.now();
  if (kind === 'freeze') leader.freeze();
  else await Promise.all(victims.map((node) => node.kill()));
  await pause(lastsMs);
  if (kind === 'freeze') leader.thaw();
  else for (const node of victims) node.start();
  return { kind, atMs, undoneAtMs: Date.now() };
};

const otherThan = ({ nodes }: Cluster, leader: StoreNode): StoreNode => {
  const other = nodes.find((node) => node !== leader);
  if (other === undefined) throw new Error('a quorum is lost where there are several nodes');
  return other;
};
