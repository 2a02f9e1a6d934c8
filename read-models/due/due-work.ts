import type { RedemptionStepRow } from '../steps/redemption-steps';
import type { KycSessionRow } from '../users/kyc-sessions';
import { type DueCallback, dueCallbacks } from './due-callbacks';
import { type DueCashinStep, type DueSweep, dueCashinSteps, dueCharges, dueSweeps } from './due-cashins';
import { type DueExpiry, dueExpiries, type ExpiryWaits } from './due-expiries';
import { type DueQuery, dueQuery } from './due-query';

export interface DueMatch {
  readonly verdict: 'MATCH' | 'UNMATCHED';
  readonly depositId: string;
  readonly intentId: string | null;
  readonly reason: string | null;
  readonly candidates: readonly { readonly intentId: string; readonly reason: string }[];
  readonly inTime: boolean;
  readonly ruleVersion: number;
  readonly causeEventId: string;
}

export interface DuePayoutStep {
  readonly stream: string;
  readonly causeEventId: string;
  readonly providerKey: string | null;
  /** First dispatch of the attempt, or cause of the step: milliseconds since 1970. */
  readonly sinceMs: number;
}

export interface DueKycPoll {
  readonly sessionId: string;
  /** Its last change: milliseconds since 1970. */
  readonly sinceMs: number;
}

export interface DueKycErasure {
  readonly sessionId: string;
}

export interface DueKycFollow {
  readonly userId: string;
  readonly sessionId: string;
  readonly number: number;
  readonly revision: number;
  readonly status: KycSessionRow['status'];
  readonly causeEventId: string;
}

export interface DueRedemptionStep {
  readonly withdrawId: string;
  readonly causeEventId: string;
  readonly network: string;
  readonly wallet: string;
  readonly partnerId: string;
  readonly userId: string;
  readonly mode: RedemptionStepRow['mode'];
  /** First sending, or cause of the step: milliseconds since 1970. */
  readonly sinceMs: number;
}

export interface DueOverruledDebit {
  readonly withdrawId: string;
  readonly causeEventId: string;
}

export interface DueItems {
  readonly 'match-deposit': DueMatch;
  readonly 'expire-cashout': DueExpiry;
  readonly 'request-payout': DuePayoutStep;
  readonly 'dispatch-payout': DuePayoutStep;
  readonly 'resolve-payout': DuePayoutStep;
  readonly 'abandon-withdrawal': DueRedemptionStep;
  readonly 'send-redemption': DueRedemptionStep;
  readonly 'resolve-redemption': DueRedemptionStep;
  readonly 'give-back': DueRedemptionStep;
  readonly 'ask-overruled-debit': DueOverruledDebit;
  readonly 'take-callback': DueCallback;
  readonly 'poll-kyc': DueKycPoll;
  readonly 'follow-kyc': DueKycFollow;
  readonly 'erase-kyc': DueKycErasure;
  readonly 'create-charge': DueCashinStep;
  readonly 'watch-charge': DueCashinStep;
  readonly 'expire-cashin': DueCashinStep;
  readonly 'request-delivery': DueCashinStep;
  readonly 'send-delivery': DueCashinStep;
  readonly 'resolve-delivery': DueCashinStep;
  readonly 'dispatch-refund': DueCashinStep;
  readonly 'resolve-refund': DueCashinStep;
  readonly 'sweep-credits': DueSweep;
}

const dueMatches = (): DueQuery<DueMatch> =>
  dueQuery({
    key: 'deposit_id',
    dueAt: 'proposed_at',
    item: {
      verdict: 'verdict',
      depositId: 'deposit_id',
      intentId: 'intent_id',
      reason: 'reason',
      candidates: 'candidates',
      inTime: 'in_time',
      ruleVersion: 'rule_version',
      causeEventId: 'cause_event_id',
    },
    source: 'FROM lastro.reconciliation_proposals',
    values: [],
  });

const PARKED_PARTNERS = `SELECT parked.stream FROM lastro.parked_streams parked WHERE starts_with(parked.stream, 'partner-')`;

/** A parked stream of a partner stops all its sendings; the rows are checked only while a partner is parked. */
const MAY_BE_SENT = `(NOT EXISTS (${PARKED_PARTNERS})
  OR 'partner-' || (SELECT payout.partner_id FROM lastro.payouts payout WHERE payout.provider_key = step.provider_key)
    <> ALL (ARRAY(${PARKED_PARTNERS})))`;

/** A lease per attempt, because the wait for one attempt does not apply to the next. */
const dueSteps = (step: 'REQUEST' | 'DISPATCH' | 'RESOLVE', now: string): DueQuery<DuePayoutStep> =>
  dueQuery({
    key: `concat_ws(' ', stream, provider_key)`,
    dueAt: 'due_at',
    item: {
      stream: 'stream',
      causeEventId: 'cause_event_id',
      providerKey: 'provider_key',
      sinceMs: 'floor(extract(epoch FROM since_at) * 1000)',
    },
    source: `FROM lastro.payout_steps step WHERE step.step = $1 AND step.due_at <= $2::timestamptz
        AND (step.until_at IS NULL OR step.until_at > $2::timestamptz)
      ${step === 'DISPATCH' ? `AND ${MAY_BE_SENT}` : ''}`,
    values: [step, now],
  });

/** A lease per step, because the wait for one does not apply to the next. A parked partner gets no sendings. */
const dueRedemptions = (step: RedemptionStepRow['step'], now: string): DueQuery<DueRedemptionStep> =>
  dueQuery({
    key: `concat_ws(' ', withdraw_id, step)`,
    dueAt: 'due_at',
    item: {
      withdrawId: 'withdraw_id',
      causeEventId: 'cause_event_id',
      network: 'network',
      wallet: 'wallet',
      partnerId: 'partner_id',
      userId: 'user_id',
      mode: 'mode',
      sinceMs: 'floor(extract(epoch FROM since_at) * 1000)',
    },
    source: `FROM lastro.redemption_steps WHERE step = $1 AND due_at <= $2::timestamptz
      ${step === 'SEND' ? `AND 'partner-' || partner_id <> ALL (ARRAY(${PARKED_PARTNERS}))` : ''}`,
    values: [step, now],
  });

/** The same time as for a delivery that operators ended instead of its provider. */
const dueOverruledDebits = (now: string): DueQuery<DueOverruledDebit> =>
  dueQuery({
    key: 'withdraw_id',
    dueAt: 'decided_at',
    item: { withdrawId: 'withdraw_id', causeEventId: 'cause_event_id' },
    source: `FROM lastro.overruled_debits WHERE decided_at > $1::timestamptz - interval '25 hours'`,
    values: [now],
  });

const OF_ERASED = `EXISTS (SELECT FROM lastro.users u WHERE u.user_id = session.user_id AND u.erased)`;
const MS_OF_CHANGE = 'floor(extract(epoch FROM session.updated_at) * 1000)';

/** A callback is faster. */
const dueKycPolls = (now: string): DueQuery<DueKycPoll> =>
  dueQuery({
    key: 'session_id',
    dueAt: 'updated_at',
    item: { sessionId: 'session_id', sinceMs: MS_OF_CHANGE },
    source: `FROM lastro.kyc_sessions session
      WHERE status IN ('PENDING', 'IN_PROGRESS', 'IN_REVIEW') AND NOT ${OF_ERASED}
        AND updated_at <= $1::timestamptz - interval '10 seconds'`,
    values: [now],
  });

/** A lease per change, because only the latest is followed. */
const dueKycFollows = (): DueQuery<DueKycFollow> =>
  dueQuery({
    key: 'status_event_id',
    dueAt: 'updated_at',
    item: {
      userId: 'user_id',
      sessionId: 'session_id',
      number: 'session_number',
      revision: 'status_revision',
      status: 'status',
      causeEventId: 'status_event_id',
    },
    source: `FROM lastro.kyc_sessions session WHERE status_revision > followed_revision AND NOT ${OF_ERASED}`,
    values: [],
  });

const dueKycErasures = (): DueQuery<DueKycErasure> =>
  dueQuery({
    key: `concat_ws(' ', 'erase', session_id)`,
    dueAt: 'session.updated_at',
    item: { sessionId: 'session_id' },
    source: `FROM lastro.users u JOIN lastro.kyc_sessions session USING (user_id)
      WHERE u.erased AND session.data_erased_at IS NULL`,
    values: [],
  });

/** At a time in ISO 8601, UTC. */
export type DueWorkQueries = {
  readonly [Kind in keyof DueItems]: (now: string) => DueQuery<DueItems[Kind]>;
};

export const dueWork = (waits: ExpiryWaits): DueWorkQueries => ({
  'match-deposit': dueMatches,
  'expire-cashout': (now) => dueExpiries(now, waits),
  'request-payout': (now) => dueSteps('REQUEST', now),
  'dispatch-payout': (now) => dueSteps('DISPATCH', now),
  'resolve-payout': (now) => dueSteps('RESOLVE', now),
  'abandon-withdrawal': (now) => dueRedemptions('ABANDON', now),
  'send-redemption': (now) => dueRedemptions('SEND', now),
  'resolve-redemption': (now) => dueRedemptions('RESOLVE', now),
  'give-back': (now) => dueRedemptions('GIVE_BACK', now),
  'ask-overruled-debit': dueOverruledDebits,
  'take-callback': dueCallbacks,
  'poll-kyc': dueKycPolls,
  'follow-kyc': dueKycFollows,
  'erase-kyc': dueKycErasures,
  'create-charge': (now) => dueCashinSteps('CREATE', now),
  'watch-charge': dueCharges,
  'expire-cashin': (now) => dueCashinSteps('EXPIRE', now),
  'request-delivery': (now) => dueCashinSteps('REQUEST', now),
  'send-delivery': (now) => dueCashinSteps('SEND', now),
  'resolve-delivery': (now) => dueCashinSteps('RESOLVE', now),
  'dispatch-refund': (now) => dueCashinSteps('DISPATCH', now),
  'resolve-refund': (now) => dueCashinSteps('ASK', now),
  'sweep-credits': dueSweeps,
});
