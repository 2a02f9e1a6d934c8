import { cashout } from '../../aggregates/cashout/cashout';
import type { CashoutEvent } from '../../aggregates/cashout/events';
import type { CashoutFacts, CashoutState } from '../../aggregates/cashout/state';
import { fold } from '../../aggregates/decider';
import type { Mode } from '../../aggregates/partner/events';
import { streamNameOf } from '../../aggregates/stream';
import type { UserEvent } from '../../aggregates/user/events';
import { user } from '../../aggregates/user/user';
import { deferredSince } from '../explaining/deferral-words';
import type {
  Asking,
  FailingWork,
  NetworkLooks,
  OpenDeposit,
  ParkedStream,
  UnreadTransaction,
  WhatWaits,
} from '../ports/what-waits';

export interface Obstacles {
  readonly history: readonly CashoutEvent[];
  readonly userHistory: readonly UserEvent[];
  readonly waits: WhatWaits;
  readonly nowMs: number;
  readonly isProviderThere: (name: string, mode: Mode) => boolean;
}

export interface Holding {
  readonly heldBy: readonly string[];
  readonly firstOf: string | null;
}

const NOTHING: Holding = { heldBy: [], firstOf: null };

export const holdingOf = (obstacles: Obstacles): Holding => {
  const state = fold(cashout, obstacles.history);
  if (state.status !== 'PENDING' && state.status !== 'PROCESSING') return NOTHING;
  const { parked, failing } = obstacles.waits;
  return {
    heldBy: [
      ...parked.map(parkedSentence),
      ...obstacles.waits.givenUp.map(givenUpSentence),
      ...(state.status === 'PENDING' ? pendingHeld(state.facts, obstacles) : payoutHeld(state, obstacles)),
      ...blockedSince(obstacles.userHistory),
      ...failing.map(failingSentence),
    ],
    firstOf: releaseOf(state, parked) ?? returnOf(state, obstacles),
  };
};

const FEEDING: Readonly<Record<'PENDING' | 'PROCESSING', readonly string[]>> = {
  PENDING: ['reconciliation', 'deposits'],
  PROCESSING: ['payouts'],
};

type Open = Extract<CashoutState, { readonly status: 'PENDING' | 'PROCESSING' }>;

const releaseOf = ({ status, facts }: Open, parked: readonly ParkedStream[]): string | null => {
  const own = streamNameOf(cashout, facts.intentId);
  const names = parked
    .filter(({ projection, stream }) => stream === own && FEEDING[status].includes(projection))
    .map(({ projection }) => projection);
  return names.length === 0 ? null : `After \`ledger replay-parked ${names.join(' ')}\` has applied the events`;
};

/** Only this provider knows the key: another provider would pay a second time. */
const returnOf = (state: Open, obstacles: Obstacles): string | null => {
  const provider = missingProvider(state, obstacles);
  return provider === null ? null : `After provider ${provider} is configured again`;
};

const missingProvider = (state: Open, { history, isProviderThere }: Obstacles): string | null => {
  if (state.status === 'PENDING' || (state.payout.phase !== 'DISPATCHED' && state.payout.phase !== 'UNKNOWN'))
    return null;
  const provider = history.findLast((event) => event.type === 'PayoutDispatched')?.data.provider;
  return provider === undefined || isProviderThere(provider, state.facts.mode) ? null : provider;
};

const LONGEST_ERROR = 200;

/** The first line has the class of the error; the rest may be long or contain data. */
const shortened = (error: string): string => {
  const [line = ''] = error.split('\n', 1);
  return line.length > LONGEST_ERROR ? `${line.slice(0, LONGEST_ERROR)}...` : line;
};

const parkedSentence = ({ projection, stream, fromRevision, since, error }: ParkedStream): string =>
  `Projection ${projection} has parked ${stream} ${fromRevision === null ? 'as a whole' : `from revision ${fromRevision} on`} since ${since}: ${shortened(error)}`;

const failingSentence = ({ queue, failures, error, nextAt }: FailingWork): string =>
  `${queue} has failed ${failures} times in a row; the next try is at ${nextAt}: ${shortened(error)}`;

const blockedSince = (history: readonly UserEvent[]): readonly string[] => {
  if (fold(user, history).status !== 'BLOCKED') return [];
  const blocked = history.findLast((event) => event.type === 'UserBlocked');
  return blocked === undefined ? [] : [`The user is blocked since ${blocked.data.blockedAt}: ${blocked.data.reason}`];
};

const LOOK_OVERDUE_MS = 60_000;

const pendingHeld = ({ network, expiresAt }: CashoutFacts, { waits, nowMs }: Obstacles): readonly string[] => {
  const isOver = nowMs > Date.parse(expiresAt);
  return [
    ...waits.unread.map((transaction) => unreadSentence(network, transaction)),
    ...waits.openDeposits.map((deposit) => openSentence(deposit, isOver)),
    ...networkHeld(network, waits.network, nowMs),
  ];
};

const unreadSentence = (network: string, unread: UnreadTransaction): string => {
  const { txid, since, tries, reason, namesMemo, givenUpAt } = unread;
  const holds =
    givenUpAt === null ? 'delays the expiry' : `delays nothing since an operator gave it up at ${givenUpAt}`;
  return `Transaction ${txid} of ${network} ${namesMemo ? 'names' : 'may name'} its memo, ${holds}, and could not be read since ${since} (${tries} tries): ${shortened(reason)}`;
};

const givenUpSentence = ({ depositId }: { readonly depositId: string }): string =>
  `An operator gave up deposit ${depositId}: it pays nothing until the network confirms it`;

const OPEN_WORDS: Readonly<Record<OpenDeposit['status'], string>> = {
  OBSERVED: 'is not final yet',
  FINALISED: 'is final and not matched yet',
  CLAIMED: 'is claimed and not accepted yet',
};

const openSentence = ({ depositId, status, since }: OpenDeposit, isOver: boolean): string =>
  `Deposit ${depositId} carries its memo and ${OPEN_WORDS[status]}, as of ${since}${isOver ? '; it may delay the expiry' : ''}`;

const networkHeld = (network: string, looks: NetworkLooks | null, nowMs: number): readonly string[] => {
  if (looks === null) return [`The service has never scanned ${network}: it cannot see payments there`];
  const { lookedAt, questions } = looks;
  const isOverdue = lookedAt !== null && nowMs - Date.parse(lookedAt) > LOOK_OVERDUE_MS;
  return [
    ...(isOverdue ? [`Every scan of ${network} has failed since ${lookedAt}`] : []),
    ...[questions.finality, questions.gap, questions.receiver].flatMap((question) =>
      question === undefined ? [] : [`The history of ${network} is in doubt: ${question}`],
    ),
  ];
};

const payoutHeld = (
  state: Extract<Open, { readonly status: 'PROCESSING' }>,
  obstacles: Obstacles,
): readonly string[] => {
  const { history, waits } = obstacles;
  const missing = missingProvider(state, obstacles);
  const { heldAt } = state.payout;
  return [
    ...(heldAt === undefined ? [] : [`The payment has been on hold since ${heldAt}: \`ledger release\` continues it`]),
    ...deferredSince(state.payout),
    ...(state.payout.phase === 'UNKNOWN' ? unknownSince(history, waits.asking) : []),
    ...(state.payout.phase === 'REJECTED' ? rejectedSince(history) : []),
    ...(missing === null ? [] : [`Provider ${missing} is not configured: only this provider can report the outcome`]),
  ];
};

/** Time of the attempt's first unknown outcome, with the reason of its last one. */
const unknownSince = (history: readonly CashoutEvent[], asking: Asking | null): readonly string[] => {
  const unknowns = history.flatMap((event) => (event.type === 'PayoutOutcomeUnknown' ? [event.data] : []));
  const last = unknowns.at(-1);
  const first = unknowns.find(({ providerKey }) => providerKey === last?.providerKey);
  const provider = history.findLast((event) => event.type === 'PayoutDispatched')?.data.provider;
  if (last === undefined || first === undefined || provider === undefined) return [];
  const asked =
    asking === null
      ? ''
      : `; the service has asked ${provider} ${asking.times} times and asks again at ${asking.nextAt}`;
  const why = `${shortened(last.reason)}${asked}`;
  return [`The outcome of attempt ${last.attempt} at ${provider} is unknown since ${first.unknownAt}: ${why}`];
};

const rejectedSince = (history: readonly CashoutEvent[]): readonly string[] => {
  const last = history.findLast((event) => event.type === 'PayoutRejected')?.data;
  if (last === undefined) return [];
  return [`Attempt ${last.attempt} was rejected at ${last.rejectedAt}: ${last.code} (${shortened(last.message)})`];
};
