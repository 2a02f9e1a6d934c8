import { type Filling, forgottenDeliveries, unmatchedDeposits } from './list-rows';

/** As old as a person has let it wait; what is due later is left alone by the workers. */
const SINCE = `now() - i * interval '1 minute'`;
const LATER = `now() + interval '1 day'`;
/** Shares of the rows of a list that are unmatched, and exhausted. */
const UNMATCHED_SHARE = 0.55;
const EXHAUSTED_SHARE = 0.5;

const steps = (count: number): string => `SELECT 'cashout-waiting-' || i, 'RESOLVE', ${LATER}, now() - interval '1 hour'
    - i * interval '1 second', 'key-' || i, 'event-' || i, NULL FROM generate_series(1, ${count}) AS i`;

/** In review; sessions that changed later than now are not polled. */
const reviews = (
  count: number,
): string => `(session_id, partner_id, mode, user_id, session_number, person_type, provider,
    status, document_masked, external_user_id, created_at, updated_at, status_revision, followed_revision, status_event_id)
  SELECT 'session-' || i, 'partner', 'sandbox', 'user-' || i, 1, 'NATURAL_PERSON', 'sandbox', 'IN_REVIEW', '***', '{}',
    ${SINCE}, ${LATER} - i * interval '1 second', 1, 1, 'event-' || i FROM generate_series(1, ${count}) AS i`;

/** So many things that wait for a person, of four kinds. */
export const waitingRows = (count: number): readonly Filling[] => [
  { table: 'deposits', rows: unmatchedDeposits(Math.round((count * 0.4) / UNMATCHED_SHARE)) },
  { table: 'webhook_outbox', rows: forgottenDeliveries(Math.round((count * 0.3) / EXHAUSTED_SHARE), 'partner') },
  { table: 'payout_steps', rows: steps(Math.round(count * 0.2)) },
  { table: 'kyc_sessions', rows: reviews(Math.round(count * 0.1)) },
];

/** Gives payments that went through the log a debt in crypto. */
export const OWED = `UPDATE lastro.cashout_intents SET refund = jsonb_build_object('amountBaseUnits', '1000', 'to',
    '0xsender', 'reason', 'SURPLUS', 'dueAt', created_at)`;
