import type { RefundOutcome } from '../../../aggregates/cashin/commands';
import type { CashinFacts } from '../../../aggregates/cashin/state';
import type { Alert } from '../../alerts/kinds';
import { textOf } from '../../handling/sending/failure-text';
import type { Refund } from '../../ports/providers/charge-provider';
import type { Failure, FailureCode, Result } from '../../ports/providers/result';
import { streamOfCashin } from '../cashin-step';
import { isAmount } from '../charge/answer-rules';

const STATES: readonly string[] = ['PROCESSING', 'DONE', 'FAILED'];

/** An event has no room for longer ids. */
const MAXIMUM_TEXT = 2_000;

const RETRY_CLASS: ReadonlySet<FailureCode> = new Set(['INSUFFICIENT_FUNDS', 'OUT_OF_HOURS', 'RATE_LIMITED']);

/** Codes that may describe our own earlier sending: they refuse no repeated key. */
const OF_EARLIER: ReadonlySet<FailureCode> = new Set([
  'DUPLICATE_KEY',
  'CODE_ALREADY_PAID',
  'AMOUNT_MISMATCH',
  'AMOUNT_OUT_OF_RANGE',
  'DISPUTED',
]);

export interface RefundQuestion {
  readonly facts: CashinFacts;
  readonly refundKey: string;
  readonly alert: Alert;
}

/** An answer about another key, or an impossible one, counts as UNKNOWN. Another refunded amount is passed on. */
export const believedRefund = ({ facts, refundKey, alert }: RefundQuestion, answer: Result<Refund>): Result<Refund> => {
  const breach = answer.ok ? breachOf(refundKey, answer.value) : null;
  if (breach === null) return answer;
  const { intentId, chargeProvider: provider } = facts;
  const stream = streamOfCashin(intentId);
  alert('A charge provider gave an impossible answer', { stream, provider, detail: breach });
  return { ok: false, kind: 'UNKNOWN', code: 'PROTOCOL', provider, message: breach };
};

const breachOf = (refundKey: string, { idempotencyKey, state, amount }: Refund): string | null => {
  if (idempotencyKey !== refundKey) return 'the answer has another key';
  if (!STATES.includes(state)) return 'the state is unknown';
  return isAmount(amount) ? null : 'the amount is malformed';
};

/** Null: undecided, ask again. With `sentBefore`, a failure says nothing about the first sending. */
export const outcomeOfRefund = (answer: Result<Refund>, sentBefore = false): RefundOutcome | null =>
  answer.ok ? ofRefund(answer.value) : ofFailure(answer, sentBefore);

const ofRefund = ({ state, amount, returnId, failure }: Refund): RefundOutcome | null => {
  if (state === 'PROCESSING') return null;
  if (state === 'FAILED') return refusal(failure ?? { code: 'OTHER' }, failure?.retryClass === true);
  const isOfUse = returnId !== undefined && returnId.length <= MAXIMUM_TEXT;
  return { kind: 'DONE', amountCents: amount.toString(), returnId: isOfUse ? returnId : null };
};

type Said = Pick<Failure, 'code' | 'providerCode'>;

const TEXTS: Partial<Readonly<Record<FailureCode, string>>> = {
  OTHER: 'The institution did not make the refund',
  AMOUNT_OUT_OF_RANGE: 'The refund exceeds the rest of the PIX',
};

const wordsOf = (said: Said): string => TEXTS[said.code] ?? textOf(said);

const refusal = (said: Said, isRetried: boolean): RefundOutcome => ({
  ...{ kind: 'REJECTED', code: said.code, message: wordsOf(said) },
  retryClass: isRetried || RETRY_CLASS.has(said.code),
});

const ofFailure = (failure: Failure, sentBefore: boolean): RefundOutcome => {
  const { kind, code, retryClass } = failure;
  const mayBeOurOwn = code === 'DUPLICATE_KEY' || (sentBefore && (kind !== 'REJECTED' || OF_EARLIER.has(code)));
  if (mayBeOurOwn) return unknown(failure);
  switch (kind) {
    case 'REJECTED':
      return refusal(failure, retryClass === true);
    // Provably not executed, so a new attempt is safe.
    case 'RETRYABLE':
    case 'RATE_LIMITED':
      return refusal(failure, true);
    case 'NOT_CONFIGURED':
      return refusal(failure, false);
    case 'UNKNOWN':
    case 'NOT_FOUND':
    case 'UNAVAILABLE':
      return unknown(failure);
  }
};

const unknown = (failure: Failure): RefundOutcome => ({
  kind: 'UNKNOWN',
  reason: `${failure.code}: ${wordsOf(failure)}`,
});
