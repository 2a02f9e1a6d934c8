import type { PlannedCallback } from '../payouts/payout-store';
import { paced, SANDBOX_ID_PREFIX } from '../payouts/payout-timeline';
import { SETTLE_MS } from '../scenarios/scenario';
import type { StoredKyc } from './kyc-store';
import { playedBy } from './test-documents';

const callback = ({ ref, providerSessionId }: StoredKyc, event: string, dueAtMs: number): PlannedCallback => ({
  providerEventId: `${SANDBOX_ID_PREFIX}evt_${providerSessionId.slice(SANDBOX_ID_PREFIX.length)}_${event}`,
  idempotencyKey: ref,
  dueAtMs,
  forged: false,
});

/** When the end of this opening comes: null when only a decision ends it. */
export const endOf = (session: Pick<StoredKyc, 'document' | 'scenario' | 'openings'>) => {
  const { ends, endsAfterReopen } = playedBy(session);
  return session.openings > 1 ? endsAfterReopen : ends;
};

/** One when the session begins to move, and one when it ends. */
export const callbacksOfOpening = (session: StoredKyc): readonly PlannedCallback[] => {
  const { openedAtMs, openings, settleDelayMs } = session;
  const end = endOf(session);
  const dueOf = (afterMs: number): number => openedAtMs + paced(afterMs, settleDelayMs);
  const moving = callback(session, `${openings}_moves`, dueOf(SETTLE_MS));
  return end === null ? [moving] : [moving, callback(session, `${openings}_ends`, dueOf(end.afterMs))];
};

export const callbackOfDecision = (session: StoredKyc, nowMs: number): PlannedCallback =>
  callback(session, `decided_${nowMs}`, nowMs);
