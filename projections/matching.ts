import type { Movement } from '../aggregates/chain';
import type { Candidate, UnmatchedReason } from '../aggregates/deposit/events';
import type { ReconciliationIntentRow } from '../read-models/reconciliation-intents';

/** Recorded with every verdict, so that an auditor knows by which rule it was reached. */
export const RULE_VERSION = 1;

export interface Verdict {
  readonly intent: ReconciliationIntentRow | null;
  readonly reason: UnmatchedReason | null;
  readonly candidates: readonly Candidate[];
  /** The payment was made within the window of an intent that is closed. */
  readonly inTime: boolean;
}

/**
 * Which intent a final movement pays, or why none (design: domain, section 4). `issued` are the intents whose memo the
 * transaction carries. Exactly one of our memos and one movement to us per transaction pays by itself.
 */
export const judgeMovement = (movement: Movement, issued: readonly ReconciliationIntentRow[]): Verdict => {
  const judged = issued.map((intent) => ({ intent, reason: refusalOf(movement, intent) }));
  const candidates = judged.map(({ intent, reason }) => ({
    intentId: intent.intent_id,
    reason: reason ?? 'AMBIGUOUS',
  }));
  const inTime = judged.some(({ intent, reason }) => reason === 'INTENT_CLOSED' && withinWindow(movement, intent));
  const unmatched = (reason: UnmatchedReason): Verdict => ({ intent: null, reason, candidates, inTime });

  if (movement.memos.length === 0) return unmatched('NO_MEMO');
  if (movement.memos.length > 1 || movement.movements > 1) return unmatched('AMBIGUOUS');
  const only = judged[0];
  if (only === undefined) return unmatched('UNKNOWN_MEMO');
  if (movement.unsupported !== null) return unmatched('UNSUPPORTED_TRANSFER');
  if (only.reason !== null) return unmatched(only.reason);
  return { intent: only.intent, reason: null, candidates: [], inTime: false };
};

/** What speaks against the intent, in the order in which a person would look. */
const refusalOf = (movement: Movement, intent: ReconciliationIntentRow): UnmatchedReason | null => {
  if (movement.network !== intent.network || movement.receiver !== intent.receiver) return 'WRONG_NETWORK';
  if (movement.assetId !== intent.asset_id) return 'WRONG_ASSET';
  if (intent.status === 'ACCEPTED' || intent.proposed_deposit !== null) return 'DUPLICATE';
  if (intent.status === 'EXPIRED') return 'INTENT_CLOSED';
  if (BigInt(movement.amountBaseUnits) < BigInt(intent.amount_base_units)) return 'UNDERPAID';
  return withinWindow(movement, intent) ? null : 'LATE';
};

const withinWindow = (movement: Movement, intent: ReconciliationIntentRow): boolean => {
  const paidMs = Date.parse(movement.blockTime);
  const toleranceMs = intent.tolerance_seconds * 1000;
  return paidMs >= Date.parse(intent.created_at) - toleranceMs && paidMs <= Date.parse(intent.expires_at) + toleranceMs;
};
