import type { Metadata } from '@grpc/grpc-js';
import { type Refusal, refusal, STATUS } from '../../../../packages/event-store/server/grpc/refusal';

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** Numbers of EventStoreDB's VNodeState. */
export const STATE = { unknown: 2, follower: 6, leader: 8 } as const;

export interface Member extends Endpoint {
  readonly state: number;
}

export type MethodName = 'Read' | 'BatchAppend' | 'Gossip' | 'Features';

/** A call as it came in; each append of a batch call counts. */
export interface Asked {
  readonly method: MethodName;
  readonly requiresLeader: boolean;
  readonly metadata: Metadata;
  /** A read or a subscription of $all. */
  readonly isOfAll: boolean;
}

/** `silence`: no answer, ever. */
export type Answer = Refusal | 'silence';

/** How a node behaves; tests change it at any time. */
export interface Script {
  role: 'leader' | 'follower';
  /** The leader that a follower names to a caller. */
  leader: Endpoint | null;
  /** Members in gossip; null: the node alone, in its role. */
  members: readonly Member[] | null;
  /** Events at the end of the log that a follower does not have yet. */
  lag: number;
  /** A live subscriber is dropped as too slow after so many events. */
  liveLimit: number;
  /** While this is pending, appends are taken and not written, and repetitions of them are dropped. */
  hold: Promise<void> | null;
  /** Appends are answered one by one, as to a user without the right. */
  deniesAppends: boolean;
  version: string;
  /** Names of the methods that it claims. */
  methods: readonly string[];
  /** Its clock, for the dates of gossip. */
  nowMs: () => number;
  /** An answer in place of the normal one; undefined for the normal one. */
  instead: (asked: Asked) => Answer | undefined;
}

export const NODE_NOW_MS = Date.UTC(2026, 10, 20, 12);

export const ordinary = (): Script => ({
  role: 'leader',
  leader: null,
  members: null,
  lag: 0,
  liveLimit: Infinity,
  hold: null,
  deniesAppends: false,
  version: '23.10.6',
  methods: ['read', 'append', 'batchappend', 'delete', 'tombstone'],
  nowMs: () => NODE_NOW_MS,
  instead: () => undefined,
});

const ABORTED = 10;
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;

/** Messages and codes of EventStoreDB 23.10.6. */
export const ANSWERS = {
  tooSlow: (): Refusal =>
    refusal(
      ABORTED,
      'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
    ),
  insideRecord: (): Refusal => refusal(STATUS.UNKNOWN, 'Unexpected ReadAllResult: Error'),
  denied: (): Refusal => refusal(STATUS.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' }),
  unknownUser: (): Refusal => refusal(STATUS.UNAUTHENTICATED, 'Unauthenticated'),
  streamDeleted: (stream: string): Refusal =>
    refusal(FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
      exception: 'stream-deleted',
      'stream-name': stream,
    }),
  insideRecordWhenFollowed: (): Refusal => refusal(STATUS.UNKNOWN, 'Exception was thrown by handler.'),
  notReady: (): Refusal => refusal(STATUS.UNAVAILABLE, 'Server Is Not Ready'),
  noLeader: (): Refusal => refusal(STATUS.UNKNOWN, 'No leader info available in response'),
  notLeader: ({ address, port }: Endpoint): Refusal =>
    refusal(NOT_FOUND, 'Leader info available', {
      exception: 'not-leader',
      'leader-endpoint-host': address,
      'leader-endpoint-port': String(port),
    }),
  notLeaderWithoutAddress: (): Refusal => refusal(NOT_FOUND, 'Leader info available', { exception: 'not-leader' }),
};

/** Refusals that a batch call brings as an answer to one append; reads end with them. */
export const isToldToEach = ({ message }: Refusal): boolean => /Not Ready|No leader info/.test(message);

/** The node's answer before it looks at the request. */
export const answerFirst = (script: Script, asked: Asked): Answer | undefined => {
  const told = script.instead(asked);
  if (told !== undefined || asked.method === 'Gossip' || asked.method === 'Features') return told;
  if (script.role === 'leader' || !asked.requiresLeader) return undefined;
  return script.leader === null ? ANSWERS.noLeader() : ANSWERS.notLeader(script.leader);
};
