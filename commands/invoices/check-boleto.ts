import type { Clock } from '../ports/clock';
import type { PayoutProvider, PayoutRequest } from '../ports/payout-provider';
import type { ResolvedBoleto } from '../ports/resolved-payee';
import type { CallContext, Failure, FailureCode, Result } from '../ports/result';

/** The question must leave most of the time in which the payout may be sent to the payout itself. */
const QUESTION_TIMEOUT_MS = 5_000;

/**
 * Asks the registry about a boleto once more before it is paid (design: rails, section 1.4): null when it may be paid,
 * or when it is none. The answer may take 5 s of the call's time. Nothing has been sent by then, so every objection is final for the key or allows another attempt.
 */
export const objectionTo = async (
  clock: Clock,
  provider: PayoutProvider,
  context: CallContext,
  { method, amount }: PayoutRequest,
): Promise<Failure | null> => {
  if (method.kind !== 'BOLETO') return null;
  const deadlineMs = Math.min(context.deadlineMs, clock.now() + QUESTION_TIMEOUT_MS);
  const resolved = await ask(provider, { ...context, deadlineMs }, method.barcode);
  if (!resolved.ok) return withoutEffect(resolved);
  const { status, amount: askedFor } = resolved.value;
  if (status === 'PAID') return refused(provider, 'CODE_ALREADY_PAID', 'The boleto was paid meanwhile');
  if (status === 'EXPIRED') return refused(provider, 'CODE_EXPIRED', 'The boleto can no longer be paid');
  if (askedFor === null || askedFor === amount) return null;
  return refused(provider, 'AMOUNT_MISMATCH', 'The boleto costs another amount than was quoted');
};

const ask = async (
  provider: PayoutProvider,
  context: CallContext,
  barcode: string,
): Promise<Result<ResolvedBoleto>> => {
  try {
    return await provider.resolveBoleto(context, barcode);
  } catch {
    const message = 'The question about the boleto ended in an error';
    return { ok: false, kind: 'UNAVAILABLE', code: 'OTHER', provider: provider.name, message };
  }
};

const refused = ({ name }: PayoutProvider, code: FailureCode, message: string): Failure => ({
  ok: false,
  kind: 'REJECTED',
  code,
  provider: name,
  message,
});

/** A question without an answer has paid nothing: another attempt may be made. */
const withoutEffect = (failure: Failure): Failure =>
  failure.kind === 'REJECTED' || failure.kind === 'NOT_CONFIGURED' ? failure : { ...failure, kind: 'RETRYABLE' };
