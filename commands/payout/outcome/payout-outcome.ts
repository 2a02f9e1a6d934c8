import type { Outcome, Refusal, Settlement } from '../../../aggregates/payout/commands';
import { textOf } from '../../handling/sending/failure-text';
import type { Payout } from '../../ports/providers/payout-provider';
import type { Failure, FailureCode, Result } from '../../ports/providers/result';

const RETRY_CLASS: ReadonlySet<FailureCode> = new Set(['INSUFFICIENT_FUNDS', 'OUT_OF_HOURS', 'RATE_LIMITED']);

/** Failures that may mean our own earlier payment, so they must never lead to a refund. */
const mayBeOurOwn = (code: FailureCode, sentBefore: boolean): boolean =>
  code === 'DUPLICATE_KEY' || (sentBefore && code === 'CODE_ALREADY_PAID');

/** Null: undecided, ask again. With `sentBefore`, a failure says nothing about the first sending. */
export const outcomeOf = (answer: Result<Payout>, sentBefore = false): Outcome | null =>
  answer.ok ? ofPayout(answer.value, sentBefore) : ofFailure(answer, sentBefore);

/** The PIN in clear; the recorder of the outcome seals it. */
export const pinOf = (answer: Result<Payout>): { readonly giftCardPin?: string } =>
  answer.ok && answer.value.giftCardPin !== undefined ? { giftCardPin: answer.value.giftCardPin } : {};

const ofPayout = (payout: Payout, sentBefore: boolean): Outcome | null => {
  switch (payout.state) {
    case 'CREATED':
    case 'ACCEPTED':
    case 'PROCESSING':
      return null;
    case 'SETTLED':
      return (payout.returnedAmount ?? 0n) === 0n ? { kind: 'SETTLED', ...settlementOf(payout) } : returnedOf(payout);
    case 'FAILED':
      return ofFailedPayout(payout.failure ?? NOT_SAID, sentBefore);
    case 'RETURNED':
      return returnedOf(payout);
  }
};

const returnedOf = (payout: Payout): Outcome => ({
  kind: 'RETURNED',
  amountCents: (payout.returnedAmount ?? payout.amount).toString(),
  settlement: settlementOf(payout),
});

type FailedPayout = NonNullable<Payout['failure']>;

const NOT_SAID: FailedPayout = { code: 'OTHER', message: '', retryClass: false };

const ofFailedPayout = (failure: FailedPayout, sentBefore: boolean): Outcome => {
  const { code, retryClass } = failure;
  if (mayBeOurOwn(code, sentBefore)) return unknown(failure);
  return { kind: 'REJECTED', code, message: textOf(failure), retryClass: retryClass || RETRY_CLASS.has(code) };
};

const unknown = (failure: Failure | FailedPayout): Outcome => ({
  kind: 'UNKNOWN',
  reason: `${failure.code}: ${textOf(failure)}`,
});

/** An event has no room for longer ids and addresses. */
const MAXIMUM_TEXT = 2_000;

const settlementOf = ({ providerId, amount, fee, cost, endToEndId, receiptUrl }: Payout): Settlement => ({
  providerId: providerId.slice(0, MAXIMUM_TEXT),
  amountCents: amount.toString(),
  ...(fee === undefined ? {} : { feeCents: fee.toString() }),
  ...(cost === undefined ? {} : { cost }),
  endToEndId: ofUse(endToEndId),
  receiptUrl: ofUse(receiptUrl),
});

const ofUse = (text: string | undefined): string | null =>
  text === undefined || text.length > MAXIMUM_TEXT ? null : text;

const ofFailure = (failure: Failure, sentBefore: boolean): Outcome => {
  const { kind, code, retryClass } = failure;
  if (mayBeOurOwn(code, sentBefore) || (sentBefore && kind !== 'REJECTED')) return unknown(failure);
  switch (kind) {
    case 'REJECTED':
      return refusal(failure, retryClass === true || RETRY_CLASS.has(code));
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

const refusal = (failure: Failure, retryClass: boolean): Refusal => {
  const { code, retryAfterMs } = failure;
  const wish = retryAfterMs === undefined || !Number.isFinite(retryAfterMs) ? {} : { retryAfterMs };
  return { kind: 'REJECTED', code, message: textOf(failure), retryClass, ...wish };
};
