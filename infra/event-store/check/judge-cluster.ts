import { nameOf, type StoreAddress } from './address';
import { type CheckName, type Finding, fault, notChecked, ok, warning } from './finding';
import { type KnownMember, membersOf, type NodeLook } from './look-at-node';

/** Batch appends are newer in older servers; of later ones only the protocol is known. */
const OLDEST = [21, 10] as const;
const NEWEST_TRIED = [24, 6] as const;

const BATCH_APPEND = 'batchappend';

type Version = readonly [number, number];

const versionOf = (text: string): Version | null => {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(text) ?? [];
  return major === undefined || minor === undefined ? null : [Number(major), Number(minor)];
};

const isBefore = ([major, minor]: Version, [otherMajor, otherMinor]: Version): boolean =>
  major < otherMajor || (major === otherMajor && minor < otherMinor);

const judgeOneVersion = (look: NodeLook): Finding => {
  const { supported, endpoint } = look;
  if (supported === null) return warning('version', `${nameOf(endpoint)} does not tell its version`);
  const version = versionOf(supported.serverVersion);
  const hasBatchAppend = supported.methods.some(({ methodName }) => methodName.toLowerCase() === BATCH_APPEND);
  if (!hasBatchAppend || (version !== null && isBefore(version, OLDEST))) {
    return fault('version', `${supported.serverVersion} has no batch appends: use 23.10 or 24.6`);
  }
  if (version === null || isBefore(NEWEST_TRIED, version)) {
    return warning('version', `${supported.serverVersion} was never tried: 23.10 and 24.6 are known`);
  }
  return ok('version', supported.serverVersion);
};

const worst = (findings: readonly Finding[]): Finding | undefined =>
  findings.find(({ outcome }) => outcome === 'fault') ??
  findings.find(({ outcome }) => outcome === 'warning') ??
  findings[0];

export const judgeVersion = (answering: readonly NodeLook[]): Finding =>
  worst(answering.map(judgeOneVersion)) ?? notChecked('version', 'no node answers');

/** Null where the nodes name none, or more than one. */
export const leaderOf = (answering: readonly NodeLook[]): KnownMember | null => {
  const leaders = membersOf(answering).filter(({ isLeader }) => isLeader);
  return leaders.length === 1 ? (leaders[0] ?? null) : null;
};

const judgeHosts = ({ hosts, discovers }: StoreAddress, members: number, leader: KnownMember): Finding => {
  const leads = `${nameOf(leader)} leads ${members} node${members === 1 ? '' : 's'}`;
  if (discovers && hosts.length > 1) {
    return warning('leader', `${leads}; esdb+discover:// asks the first host only: write esdb:// with all nodes`);
  }
  if (!discovers && hosts.length < members) {
    const named = `EVENTSTORE_URL names ${hosts.length} of them`;
    return warning('leader', `${leads}; ${named}: name all, or nobody is found while those are down`);
  }
  return ok('leader', leads);
};

export const judgeLeader = (store: StoreAddress, answering: readonly NodeLook[]): Finding => {
  const members = membersOf(answering);
  const leader = leaderOf(answering);
  const places = new Set(members.map(nameOf));
  if (leader !== null) return judgeHosts(store, places.size, leader);
  const alive = new Set(members.filter(({ isAlive }) => isAlive).map(nameOf)).size;
  if (members.some(({ isLeader }) => isLeader)) {
    return fault('leader', 'the nodes name different leaders: look at the network between them, and try again');
  }
  const advice = 'more than half must run and reach each other';
  return fault('leader', `no node leads; ${alive} of ${places.size} are said to be alive: ${advice}`);
};

/** As in the alarm of the watchers: more than jitter. */
const WRONG_MS = 60_000;
const UNSURE_MS = 5_000;

const DECIMALS = 1;

/** Certificates and audit times go by these clocks. */
export const judgeClock = (check: CheckName, whose: string, aheadMs: number | null): Finding => {
  if (aheadMs === null) return notChecked(check, `${whose} tells no time`);
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(DECIMALS);
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  const says = `${whose} is ${seconds} s ${side} this machine`;
  if (Math.abs(aheadMs) <= UNSURE_MS) return ok(check, `${whose} differs by less than ${UNSURE_MS / 1_000} s`);
  const advice = 'let NTP set both clocks';
  return Math.abs(aheadMs) > WRONG_MS ? fault(check, `${says}: ${advice}`) : warning(check, `${says}: ${advice}`);
};

/** The node that is furthest off. */
export const judgeClocks = (answering: readonly NodeLook[]): Finding => {
  const told = answering.filter(({ aheadMs }) => aheadMs !== null);
  const [first] = told.sort((left, right) => Math.abs(right.aheadMs ?? 0) - Math.abs(left.aheadMs ?? 0));
  return judgeClock('clock', first === undefined ? 'no node' : nameOf(first.endpoint), first?.aheadMs ?? null);
};
