import { createHash } from 'node:crypto';
import type { ProviderRejection } from '../../../../aggregates/kyc/events';
import type { KycAnswer } from '../../../../commands/ports/kyc/kyc-provider';
import type { BookKey, PlannedCallback } from '../book/sandbox-book';
import { paced, SANDBOX_ID_PREFIX, SETTLE_MS } from '../desk';
import type { KeptPerson } from './person-box';
import { playedBy, type TestDocument } from './test-documents';

/** A session in the simulator's books, by its provider's id. */
export interface KycState {
  readonly ref: string;
  /** A sealed KeptPerson, in base64. */
  readonly person: string;
  readonly settleDelayMs: number;
  /** Time of the last opening, as is `bookedAheadMs`. */
  readonly openedAtMs: number;
  /** How far the partner's simulated time was ahead then. */
  readonly bookedAheadMs: number;
  readonly openings: number;
  readonly decision: 'APPROVED' | 'REJECTED' | 'EXPIRED' | null;
  /** Reason of a decided rejection; null: the document's own. */
  readonly decidedReason: ProviderRejection | null;
  /** The name that it was started with; null: its document alone says what is played. */
  readonly scenario: string | null;
}

export type OpenedKyc = Omit<KycState, 'person'> & KeptPerson;

const PAGES = 'https://sandbox.invalid/SANDBOX-SEM-VALOR/kyc/';

const digestOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);

export const sessionIdOf = (partnerId: string, ref: string): string =>
  `${SANDBOX_ID_PREFIX}kyc_${digestOf(partnerId, ref)}`;

/** When the end of this opening comes: null when only a decision ends it. */
const endOf = (session: OpenedKyc): TestDocument['ends'] => {
  const { ends, endsAfterReopen } = playedBy(session);
  return session.openings > 1 ? endsAfterReopen : ends;
};

const stateAt = (session: OpenedKyc, nowMs: number): KycAnswer['state'] => {
  const { openedAtMs, settleDelayMs, decision } = session;
  if (decision !== null) return decision;
  const hasPassed = (afterMs: number): boolean => nowMs >= openedAtMs + paced(afterMs, settleDelayMs);
  const end = endOf(session);
  if (end !== null && hasPassed(end.afterMs)) return end.state;
  return hasPassed(SETTLE_MS) ? 'IN_PROGRESS' : 'CREATED';
};

/** The provider's word for each state. */
const SAYS: Readonly<Record<KycAnswer['state'], string>> = {
  ...{ CREATED: 'Not Started', IN_PROGRESS: 'In Progress', IN_REVIEW: 'In Review' },
  ...{ APPROVED: 'Approved', REJECTED: 'Declined', EXPIRED: 'Expired' },
};

/** The reason of a decision comes before the document's own. */
const rejectionOf = (session: OpenedKyc): NonNullable<KycAnswer['rejection']> => {
  if (session.decidedReason !== null) return { code: session.decidedReason, retryAllowed: true };
  return playedBy(session).rejection ?? { code: 'OTHER', retryAllowed: true };
};

export const kycAt = (providerSessionId: string, session: OpenedKyc, nowMs: number): KycAnswer => {
  const state = stateAt(session, nowMs);
  const { screening, verifiedBirthDate } = playedBy(session);
  const birthDate = verifiedBirthDate ?? session.birthDate;
  const isRead = state === 'APPROVED' || state === 'IN_REVIEW';
  return {
    ...{ providerSessionId, state, providerStatus: SAYS[state] },
    webViewUrl: PAGES + digestOf(providerSessionId, session.openings.toString()),
    ...(state === 'REJECTED' ? { rejection: rejectionOf(session) } : {}),
    ...(isRead ? { verified: { document: session.document, ...(birthDate === null ? {} : { birthDate }) } } : {}),
    ...(isRead && screening !== undefined ? { screening } : {}),
  };
};

export const kycCallback = (
  { idempotencyKey: id }: BookKey,
  ref: string,
  event: string,
  dueAtMs: number,
): PlannedCallback => ({
  ...{ place: event, eventId: `${SANDBOX_ID_PREFIX}evt_${id.slice(SANDBOX_ID_PREFIX.length)}_${event}` },
  ...{ type: 'kyc.changed', about: ref, dueAtMs, forged: false },
});

/** When the session begins to move, and when it ends. */
export const callbacksOfOpening = (key: BookKey, session: OpenedKyc): readonly PlannedCallback[] => {
  const { ref, openedAtMs, openings, settleDelayMs } = session;
  const end = endOf(session);
  const due = (event: string, afterMs: number): PlannedCallback =>
    kycCallback(key, ref, `${openings}_${event}`, openedAtMs + paced(afterMs, settleDelayMs));
  const moving = due('moves', SETTLE_MS);
  return end === null ? [moving] : [moving, due('ends', end.afterMs)];
};
