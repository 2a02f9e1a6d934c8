import type { ClientHttp2Session } from 'node:http2';
import { type Endpoint, nameOf, type StoreAddress } from './address';
import { type Answer, call, STATUS } from './call';
import { type Opened, openDoor } from './door';
import { decodeClusterInfo, decodeSupported, type Supported } from './messages';

export interface KnownMember extends Endpoint {
  readonly isLeader: boolean;
  readonly isAlive: boolean;
}

/** What one node says of itself and of its cluster. */
export interface NodeLook {
  readonly endpoint: Endpoint;
  readonly door: Opened;
  readonly gossip: Answer | null;
  readonly members: readonly KnownMember[];
  readonly supported: Supported | null;
  /** Its clock minus ours, to about a second; null where it tells no time. */
  readonly aheadMs: number | null;
}

export interface Looking {
  readonly store: StoreAddress;
  readonly nowMs: () => number;
}

const GOSSIP = '/event_store.client.gossip.Gossip/Read';
const FEATURES = '/event_store.client.server_features.ServerFeatures/GetSupportedMethods';
const ANSWER_TIMEOUT_MS = 3_000;
const LEADER = 8;

export const authorizationOf = ({ tls, user, password }: StoreAddress): string | null =>
  tls && user !== null ? `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}` : null;

/** The client asks for both without its user. */
const askPublic = async (session: ClientHttp2Session, path: string, onMessage: (message: Buffer) => void) =>
  call(session, {
    path,
    message: new Uint8Array(),
    authorization: null,
    timeoutMs: ANSWER_TIMEOUT_MS,
    onMessage: (message) => {
      onMessage(message);
      return true;
    },
  });

const membersIn = (message: Buffer): readonly KnownMember[] =>
  decodeClusterInfo(message).members.flatMap(({ state, isAlive, httpEndPoint }) =>
    httpEndPoint ? [{ ...httpEndPoint, isLeader: isAlive && state === LEADER, isAlive }] : [],
  );

const closedLook = (endpoint: Endpoint, door: Opened): NodeLook => ({
  ...{ endpoint, door, gossip: null, members: [], supported: null, aheadMs: null },
});

/** Its session, where one was opened, is the caller's to close. */
export const lookAtNode = async ({ store, nowMs }: Looking, endpoint: Endpoint): Promise<NodeLook> => {
  const door = await openDoor(store, endpoint);
  if (door.kind === 'closed') return closedLook(endpoint, door);
  let members: readonly KnownMember[] = [];
  let supported: Supported | null = null;
  const askedMs = nowMs();
  const gossip = await askPublic(door.session, GOSSIP, (message) => {
    members = membersIn(message);
  });
  const middleMs = (askedMs + nowMs()) / 2;
  const learn = (message: Buffer): void => {
    supported = decodeSupported(message);
  };
  if (gossip.status === STATUS.ok) await askPublic(door.session, FEATURES, learn);
  // The date is cut to the second: half of one is the best guess of what is missing.
  const aheadMs = gossip.dateMs === null ? null : gossip.dateMs + 500 - middleMs;
  return { endpoint, door, gossip, members, supported, aheadMs };
};

export const isAnswering = ({ gossip }: NodeLook): boolean => gossip?.status === STATUS.ok;

/** Of all of them, each once. */
export const membersOf = (looks: readonly NodeLook[]): readonly KnownMember[] => [
  ...new Map(
    looks.flatMap(({ members }) => members).map((member) => [`${nameOf(member)} ${member.isLeader}`, member]),
  ).values(),
];

export const closeDoors = (looks: readonly NodeLook[]): void => {
  for (const { door } of looks) if (door.kind === 'open') door.session.close();
};
