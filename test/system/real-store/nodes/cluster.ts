import { randomBytes, randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Authority, createAuthority } from './authority';
import { type Door, openDoor } from './door';
import { createNode, type NodePorts, type StoreNode } from './node';
import { admit, PASSWORD_BYTES, USER } from './rights';

export interface Cluster {
  readonly nodes: readonly StoreNode[];
  readonly ports: readonly number[];
  /** As the service's user. */
  readonly url: string;
  readonly adminUrl: string;
  /** Such as `23.10.6.0`. */
  readonly version: string;
  /** Waits until one leads and all others follow. */
  readonly leader: () => Promise<StoreNode>;
  readonly stop: () => Promise<void>;
}

interface Gossip {
  readonly members: readonly {
    readonly state: string;
    readonly isAlive: boolean;
    readonly httpEndPointPort: number;
  }[];
}

const START_TIMEOUT_MS = 120_000;
const POLL_MS = 250;

/** Below those that the system gives to outgoing connections: it stays free while its node is dead. */
const PORTS = { from: 20_000, to: 30_000 };

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => {
      server.close(() => resolve(true));
    });
  });

const freePort = async (): Promise<number> => {
  const port = randomInt(PORTS.from, PORTS.to);
  return (await isFree(port)) ? port : freePort();
};

const freePorts = async (count: number): Promise<readonly NodePorts[]> => {
  const ports: NodePorts[] = [];
  for (let index = 0; index < count; index += 1) {
    ports.push({ http: await freePort(), replication: await freePort() });
  }
  return ports;
};

const urlFor = (user: string, password: string, ports: readonly number[], { caFile }: Authority): string =>
  `esdb://${user}:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}?tlsCaFile=${caFile}`;

/** The first answer that holds, of questions asked again and again. */
const until = async <Value>(what: string, look: () => Promise<Value | null>): Promise<Value> => {
  let cause: unknown;
  for (const giveUpAtMs = Date.now() + START_TIMEOUT_MS; Date.now() < giveUpAtMs; ) {
    try {
      const value = await look();
      if (value !== null) return value;
    } catch (error) {
      cause = error;
    }
    await pause(POLL_MS);
  }
  throw new Error(`${what} took more than ${START_TIMEOUT_MS / 1_000} s`, { cause });
};

/** What a node says of all; null while one is away, or on its way. */
const leaderOfWhole = async (door: Door, nodes: readonly StoreNode[], { port }: StoreNode) => {
  const { members } = await door.ask<Gossip>(port, { path: '/gossip' });
  const alive = members.filter(({ isAlive }) => isAlive);
  const leaders = alive.filter(({ state }) => state === 'Leader');
  const followers = alive.filter(({ state }) => state === 'Follower');
  if (leaders.length !== 1 || followers.length !== nodes.length - 1) return null;
  return nodes.find((node) => node.port === leaders[0]?.httpEndPointPort) ?? null;
};

/** All must name the same one: a node that was frozen still takes itself for the leader. */
const agreedLeader = async (door: Door, nodes: readonly StoreNode[]): Promise<StoreNode | null> => {
  const named = await Promise.all(nodes.map((node) => leaderOfWhole(door, nodes, node)));
  const [first = null] = named;
  return named.every((node) => node === first) ? first : null;
};

/** Starts nodes of its own on loopback, and admits the service's user. `stop` ends them. */
export const startCluster = async (binary: string, count: 1 | 3, folder: string): Promise<Cluster> => {
  const authority = createAuthority(path.join(folder, 'certificates'));
  const [adminPassword, password] = [randomBytes(PASSWORD_BYTES), randomBytes(PASSWORD_BYTES)].map((bytes) =>
    bytes.toString('hex'),
  ) as [string, string];
  const cluster = await freePorts(count);
  const nodes = cluster.map((ports, index) =>
    createNode({ binary, folder: path.join(folder, `node-${index + 1}`), ports, cluster, authority, adminPassword }),
  );
  const door = openDoor(authority.caFile, adminPassword);
  const ports = nodes.map(({ port }) => port);
  const leader = (): Promise<StoreNode> => until('An election', () => agreedLeader(door, nodes));
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
    await door.close();
  };
  try {
    for (const node of nodes) node.start();
    const adminUrl = urlFor('admin', adminPassword, ports, authority);
    const { port } = await leader();
    await until('Admitting the user', () => admit({ door, port, adminUrl, password }).then(() => true));
    const info = () => door.ask<{ readonly esVersion: string }>(port, { path: '/info' });
    const version = (await info()).esVersion;
    return { ...{ nodes, ports, adminUrl, leader, stop }, url: urlFor(USER, password, ports, authority), version };
  } catch (error) {
    await stop();
    throw error;
  }
};
