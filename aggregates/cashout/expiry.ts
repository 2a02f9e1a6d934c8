import type { Hold } from '../payout/trouble';
import { referencesOf } from '../quote/partner-references';
import { rejection } from '../rejection';
import type { Expire } from './commands';
import type { CashoutEvent, CashoutExpired, ExpiryEvidence } from './events';
import type { CashoutState } from './state';

/** A possible payment delays expiry. If acceptance wins the revision, expiry writes no event. */
export const expire = (state: CashoutState, { evidence, now }: Expire): readonly CashoutEvent[] => {
  if (state.status === 'NONE') throw rejection('INTENT_NOT_FOUND', 'No such intent');
  if (state.status !== 'PENDING' || now < state.facts.expiresAt) return [];
  const { intentId, memo, expiresAt, blockTimeToleranceSeconds } = state.facts;
  if (mayBeForgotten(state.payoutHold, evidence)) return [];
  const deadlineMs = Date.parse(expiresAt) + blockTimeToleranceSeconds * 1000;
  if (isUndecided(evidence)) {
    if (state.heldAt !== null || !isPastCeiling(deadlineMs, evidence, now)) return [];
    return [{ type: 'ExpiryHeld', data: { intentId, memo, evidence, heldAt: now } }];
  }
  const cause = causeOf(deadlineMs, evidence, now);
  if (cause === null) return [];
  const expired = { intentId, memo, expiresAt, cause, evidence, ...referencesOf(state.facts), expiredAt: now };
  return [{ type: 'CashoutExpired', data: expired }];
};

export const isUndecided = ({ holds, unread, parked = 0 }: ExpiryEvidence): boolean =>
  holds > 0 || unread > 0 || parked > 0;

/** After a loss the paying deposit may be missing in the log until the network is scanned again. */
const mayBeForgotten = ({ heldAt, lostSince }: Hold, { watermark, lookedAt }: ExpiryEvidence): boolean => {
  if (heldAt === undefined || lostSince === undefined) return false;
  return !isAfter(watermark, Date.parse(lostSince)) && !isAfter(lookedAt, Date.parse(heldAt));
};

const isAfter = (time: string | null, ms: number): boolean => time !== null && Date.parse(time) > ms;

const isPastCeiling = (deadlineMs: number, { ceilingSeconds }: ExpiryEvidence, now: string): boolean =>
  isAfter(now, deadlineMs + ceilingSeconds * 1000);

const causeOf = (deadlineMs: number, evidence: ExpiryEvidence, now: string): CashoutExpired['cause'] | null => {
  if (isAfter(evidence.watermark, deadlineMs)) return 'WATERMARK';
  if (isAfter(evidence.lookedAt, deadlineMs + evidence.graceSeconds * 1000)) return 'GRACE';
  return isPastCeiling(deadlineMs, evidence, now) ? 'CEILING' : null;
};
