import type { Decider } from '../decider';
import { lastingRejection, rejection } from '../rejection';
import type { Sealed } from '../sealed';
import type {
  DeclaredPerson,
  KycSessionEvent,
  KycSessionFacts,
  KycSessionOpened,
  KycSessionStarted,
  KycSessionStatus,
  RejectionReason,
} from './events';

export type KycSessionState = { readonly status: 'NONE' } | KnownSession;

export interface KnownSession {
  readonly status: KycSessionStatus;
  readonly facts: KycSessionFacts;
  readonly declared: DeclaredPerson;
  readonly startedAt: string;
  /** Null while it is unknown if the provider has a session. */
  readonly opened: KycSessionOpened | null;
  readonly rejectionReason: RejectionReason | null;
  readonly changedAt: string;
  /** Time of the provider's last news; null before it has the session. Used in answers. */
  readonly syncedAt: string | null;
  readonly isErased: boolean;
}

export type KycSessionCommand =
  | { readonly type: 'StartSession'; readonly session: KycSessionStarted }
  | { readonly type: 'OpenSession'; readonly opened: KycSessionOpened; readonly report?: StatusReport }
  | ReportStatus
  | { readonly type: 'FailStart'; readonly now: string }
  | { readonly type: 'ExpireForgotten'; readonly opening: KycSessionOpened; readonly now: string }
  | { readonly type: 'ExpireSuperseded'; readonly now: string }
  | { readonly type: 'ReopenSession'; readonly opened: KycSessionOpened }
  | { readonly type: 'RecordErasure'; readonly now: string };

/** A report on an earlier opening decides nothing. */
interface ReportStatus {
  readonly type: 'ReportStatus';
  readonly report: StatusReport;
  readonly opening: KycSessionOpened;
  readonly now: string;
}

export interface StatusReport {
  readonly status: KycSessionStatus;
  readonly providerStatus: string;
  readonly rejectionReason: RejectionReason | null;
  readonly verified: Sealed | null;
  readonly identity?: Sealed;
  /** Null when the verified data match the declared data and no list has the person. Otherwise no approval counts. */
  readonly objection: RejectionReason | null;
}

const evolve = (state: KycSessionState, event: KycSessionEvent): KycSessionState => {
  if (event.type === 'KycSessionStarted') return started(event.data);
  if (state.status === 'NONE') return state;
  switch (event.type) {
    case 'KycSessionOpened':
      return { ...state, opened: event.data, syncedAt: event.data.openedAt };
    case 'KycSessionStatusChanged': {
      const { status, rejectionReason, changedAt, providerStatus } = event.data;
      const syncedAt = providerStatus === null ? state.syncedAt : changedAt;
      return { ...state, status, rejectionReason, changedAt, syncedAt };
    }
    case 'KycDataErased':
      return { ...state, isErased: true };
  }
};

const started = ({ declared, startedAt, scenario: _played, ...facts }: KycSessionStarted): KnownSession => ({
  ...{ status: 'PENDING', facts, declared, startedAt, changedAt: startedAt },
  ...{ opened: null, syncedAt: null, rejectionReason: null, isErased: false },
});

const decide = (state: KycSessionState, command: KycSessionCommand): readonly KycSessionEvent[] => {
  if (command.type === 'StartSession') {
    if (state.status !== 'NONE')
      throw lastingRejection('CONCURRENT_OPERATION', 'The user already has an open KYC session');
    return [{ type: 'KycSessionStarted', data: command.session }];
  }
  if (state.status === 'NONE') throw rejection('SESSION_NOT_FOUND', 'No such KYC session');
  switch (command.type) {
    case 'OpenSession':
      return state.opened === null ? openedFirst(state, command.opened, command.report) : [];
    case 'ReportStatus':
      return isLatest(state, command.opening) ? reported(state, command.report, command.now) : [];
    case 'FailStart':
      if (state.opened !== null || isEnded(state.status)) return [];
      return [changed(state, { ...UNSAID, status: 'EXPIRED', rejectionReason: 'START_FAILED' }, command.now)];
    case 'ExpireForgotten':
      if (!isLatest(state, command.opening) || isEnded(state.status)) return [];
      return [changed(state, { ...UNSAID, status: 'EXPIRED', rejectionReason: 'FORGOTTEN' }, command.now)];
    case 'ExpireSuperseded':
      if (state.status !== 'PENDING' && state.status !== 'IN_PROGRESS') return [];
      return [changed(state, { ...UNSAID, status: 'EXPIRED', rejectionReason: null }, command.now)];
    case 'ReopenSession':
      return reopened(state, command.opened);
    case 'RecordErasure': {
      const { sessionId, provider } = state.facts;
      return state.isErased ? [] : [{ type: 'KycDataErased', data: { sessionId, provider, erasedAt: command.now } }];
    }
  }
};

/** A reopened session may keep the provider's id: the time separates the openings. */
const isLatest = ({ opened }: KnownSession, { providerSessionId, openedAt }: KycSessionOpened): boolean =>
  opened?.providerSessionId === providerSessionId && opened.openedAt === openedAt;

const openedFirst = (
  state: KnownSession,
  opened: KycSessionOpened,
  report: StatusReport | undefined,
): readonly KycSessionEvent[] => {
  const open: KycSessionEvent = { type: 'KycSessionOpened', data: opened };
  return report === undefined ? [open] : [open, ...reported({ ...state, opened }, report, opened.openedAt)];
};

type Said = Pick<StatusReport, 'status' | 'rejectionReason' | 'verified' | 'identity'> & {
  readonly providerStatus: string | null;
};

const UNSAID = { providerStatus: null, verified: null } as const;

const reported = (state: KnownSession, report: StatusReport, now: string): readonly KycSessionEvent[] => {
  const said = judged(state, report);
  return isForward(state.status, said.status) || isNewObjection(state, report) ? [changed(state, said, now)] : [];
};

/** An objection sends to review. Only a sanctions list revokes an approval: a provider may have deleted the data. */
const judged = ({ status }: KnownSession, report: StatusReport): Said => {
  const { objection } = report;
  if (report.status !== 'APPROVED' || objection === null) return report;
  const isTakenBack = status === 'APPROVED' && objection === 'SANCTIONS';
  return { ...report, status: isTakenBack ? 'REJECTED' : 'IN_REVIEW', rejectionReason: objection };
};

const isNewObjection = ({ status, rejectionReason }: KnownSession, { objection }: StatusReport): boolean =>
  status === 'IN_REVIEW' && objection !== null && objection !== rejectionReason;

const reopened = (state: KnownSession, session: KycSessionOpened): readonly KycSessionEvent[] => {
  mustBeReopenable(state);
  const open: KycSessionEvent = { type: 'KycSessionOpened', data: session };
  if (state.status !== 'EXPIRED') return [open];
  return [open, changed(state, { ...UNSAID, status: 'PENDING', rejectionReason: null }, session.openedAt)];
};

/** Refuses SESSION_NOT_FOUND, SESSION_ENDED. */
export function mustBeReopenable(state: KycSessionState): asserts state is KnownSession {
  if (state.status === 'NONE') throw rejection('SESSION_NOT_FOUND', 'No such KYC session');
  if (!isReopenable(state)) {
    const why = state.rejectionReason === null ? '' : ` (${state.rejectionReason})`;
    throw rejection(
      'SESSION_ENDED',
      `A session with status ${state.status}${why} cannot be reopened: start another session`,
    );
  }
}

/** A session that the provider lost is not reopened: the person starts a new one. */
export const isReopenable = ({ status, opened, rejectionReason }: KnownSession): boolean => {
  if (status !== 'EXPIRED') return status === 'PENDING' || status === 'IN_PROGRESS';
  return opened !== null && rejectionReason !== 'FORGOTTEN';
};

const changed = (
  { status: previousStatus, facts }: KnownSession,
  { status, providerStatus, rejectionReason, verified, identity }: Said,
  changedAt: string,
): KycSessionEvent => ({
  type: 'KycSessionStatusChanged',
  data: {
    ...{ ...facts, status, previousStatus, providerStatus, rejectionReason, verified, changedAt },
    ...(status === 'APPROVED' && identity !== undefined ? { identity } : {}),
  },
});

const RANK: Readonly<Record<KycSessionStatus, number>> = {
  ...{ PENDING: 0, IN_PROGRESS: 1, IN_REVIEW: 2 },
  ...{ APPROVED: 3, REJECTED: 3, EXPIRED: 3 },
};

export const isEnded = (status: KycSessionStatus): boolean => RANK[status] === RANK.APPROVED;

/** A user who mistyped a birth date can declare it again and repeat the verification. */
export const mayBeSucceeded = ({ status, rejectionReason }: KnownSession): boolean =>
  isEnded(status) || (status === 'IN_REVIEW' && rejectionReason === 'DATA_MISMATCH');

/** An approval may be taken back; every other end is final. */
const isForward = (from: KycSessionStatus, to: KycSessionStatus): boolean =>
  isEnded(from) ? from === 'APPROVED' && isEnded(to) && to !== 'APPROVED' : RANK[to] > RANK[from];

export const kycSession: Decider<KycSessionState, KycSessionCommand, KycSessionEvent> = {
  category: 'kycSession',
  initial: { status: 'NONE' },
  evolve,
  decide,
};
