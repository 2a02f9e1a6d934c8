import { accessSync, constants } from 'node:fs';
import { addressOf, nameOf, type StoreAddress } from './address';
import { type CheckName, type Finding, fault, notChecked, ok, warning } from './finding';
import { judgeClocks, judgeLeader, judgeVersion, leaderOf } from './judge-cluster';
import { judgeNodes, judgeTls } from './judge-door';
import { authorizationOf, closeDoors, isAnswering, type Looking, lookAtNode, type NodeLook } from './look-at-node';
import { countOthers } from './others';
import { judgeRights, judgeStrangers, probeRights, type Rights, type Visitor } from './rights';

export interface EventStoreCheck {
  /** As in EVENTSTORE_URL, found right before. */
  readonly url: string;
  readonly nowMs: () => number;
}

const AT_THE_LEADER: readonly CheckName[] = [
  'user',
  'reading $all',
  'reading streams',
  'appending',
  'strangers',
  'others in the store',
];

/** Everything that can be seen from here, in the order of CHECKS; writes nothing, and never rejects. */
export const checkEventStore = async ({ url, nowMs }: EventStoreCheck): Promise<readonly Finding[]> => {
  const store = addressOf(url);
  if (!isReadable(store.authorityFile)) return [fault('TLS', 'the file of tlsCAFile cannot be read')];
  const looking: Looking = { store, nowMs };
  const looks = await Promise.all(store.hosts.map((host) => lookAtNode(looking, host)));
  try {
    return [...judgeDoors(looking, looks), ...(await askTheLeader(looking, looks))];
  } finally {
    closeDoors(looks);
  }
};

const isReadable = (file: string | null): boolean => {
  try {
    if (file !== null) accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
};

const judgeDoors = ({ store, nowMs }: Looking, looks: readonly NodeLook[]): readonly Finding[] => {
  const tls = judgeTls(store, looks, nowMs());
  const answering = looks.filter(isAnswering);
  const ofCluster =
    answering.length === 0 ? [] : [judgeVersion(answering), judgeLeader(store, answering), judgeClocks(answering)];
  return [...(tls === null ? [] : [tls]), judgeNodes(looks), ...ofCluster];
};

const askTheLeader = async (looking: Looking, looks: readonly NodeLook[]): Promise<readonly Finding[]> => {
  const answering = looks.filter(isAnswering);
  const leader = leaderOf(answering);
  const unasked = AT_THE_LEADER.map((check) => notChecked(check, 'no leader could be asked'));
  if (leader === null) return unasked;
  const [only] = looks;
  const isAlone = looks.length === 1 && only?.members.length === 1 && !looking.store.discovers;
  // A node alone may be known here by another name than its own.
  if (isAlone) return askAt(looking.store, only);
  const look = await lookAtNode(looking, leader);
  try {
    if (isAnswering(look)) return await askAt(looking.store, look);
    const advice = 'let the nodes advertise names that are known here';
    return [fault('leader', `the nodes name ${nameOf(leader)}, which does not answer here: ${advice}`), ...unasked];
  } finally {
    closeDoors([look]);
  }
};

const askAt = async (store: StoreAddress, { door }: NodeLook): Promise<readonly Finding[]> => {
  if (door.kind === 'closed') return [];
  const visitor: Visitor = { session: door.session, authorization: authorizationOf(store) };
  const rights = await probeRights(visitor);
  const user = judgeUser(store, rights);
  const others = rights.all.kind === 'allowed' ? await countOthers(visitor) : null;
  return [
    user,
    ...(user.outcome === 'fault' ? [] : judgeRights(rights, [store.password, visitor.authorization])),
    ...(visitor.authorization === null ? [] : [judgeStrangers(await probeRights({ ...visitor, authorization: null }))]),
    others ?? notChecked('others in the store', 'the end of $all could not be read'),
  ];
};

const judgeUser = ({ tls, user }: StoreAddress, { all, streams, appends }: Rights): Finding => {
  if (!tls && user !== null) {
    return warning('user', 'EVENTSTORE_URL names a user, but without TLS the client sends none: say tls=true');
  }
  const isRefused = [all, streams, appends].every(({ kind }) => kind === 'nobody');
  if (!isRefused) return ok('user', user === null ? 'none is needed' : 'known');
  const advice = user === null ? 'write one into EVENTSTORE_URL' : 'the user or the password is wrong';
  return fault('user', `the store asks for a user: ${advice}`);
};
