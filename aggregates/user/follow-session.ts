import type { KycSessionStatus } from '../kyc/events';
import type { KycSessionFollowed, KycStatus, UserEvent } from './events';

export interface FollowKycSession {
  readonly type: 'FollowKycSession';
  readonly userId: string;
  readonly session: Pick<KycSessionFollowed, 'sessionId' | 'number' | 'revision' | 'status'>;
  readonly now: string;
}

export interface FollowedSession {
  readonly number: number;
  /** Revision of the session's event; -1 before the first. */
  readonly revision: number;
  /** Number of the session that gave the approval and may withdraw it; null without one. */
  readonly approvedBy: number | null;
}

export const NO_SESSION: FollowedSession = { number: 0, revision: -1, approvedBy: null };

type Told = Pick<KycSessionFollowed, 'number' | 'revision' | 'status'>;

export const sessionFollowed = (followed: FollowedSession, told: Told): FollowedSession => {
  const { number, revision, status } = told;
  if (isTakenBack(followed, told)) return { ...followed, ...laterOf(followed, told), approvedBy: null };
  if (isStale(followed, told)) return followed;
  return { number, revision, approvedBy: status === 'APPROVED' ? number : followed.approvedBy };
};

const laterOf = (followed: FollowedSession, told: Told): Pick<FollowedSession, 'number' | 'revision'> => {
  const { number, revision } = isStale(followed, told) ? followed : told;
  return { number, revision };
};

const isStale = (followed: FollowedSession, { number, revision }: Told): boolean =>
  number < followed.number || (number === followed.number && revision <= followed.revision);

const STANDING: Readonly<Record<KycSessionStatus, KycStatus>> = {
  ...{ PENDING: 'PENDING', EXPIRED: 'PENDING', IN_PROGRESS: 'SUBMITTED', IN_REVIEW: 'SUBMITTED' },
  ...{ APPROVED: 'APPROVED', REJECTED: 'REJECTED' },
};

/** An approval stays until a later session is rejected or its own is revoked; other sessions do not count. */
export const followSession = (
  { kyc, session: followed }: { readonly kyc: KycStatus; readonly session: FollowedSession },
  { userId, session, now }: FollowKycSession,
): readonly UserEvent[] => {
  const told: UserEvent = { type: 'KycSessionFollowed', data: { userId, ...session, followedAt: now } };
  const status = STANDING[session.status];
  const isApprovalLost =
    isTakenBack(followed, session) || (session.status === 'REJECTED' && !isStale(followed, session));
  const isKept = kyc === 'APPROVED' ? !isApprovalLost : isStale(followed, session);
  if (status === kyc || isKept) return [told];
  return [{ type: 'KycStatusChanged', data: { userId, status, previousStatus: kyc, changedAt: now } }, told];
};

const isTakenBack = ({ approvedBy }: FollowedSession, { number, status }: Told): boolean =>
  approvedBy === number && (status === 'EXPIRED' || status === 'REJECTED');
