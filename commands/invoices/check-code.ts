import { parseBrCode } from '../../aggregates/codes/br-code';
import type { Clock } from '../ports/clock';
import type { PayoutProvider, PayoutRequest } from '../ports/providers/payout-provider';
import type { ResolvedBoleto } from '../ports/providers/resolved-payee';
import type { CallContext, Failure, FailureCode, Result } from '../ports/providers/result';

/** Short, because most of the send window is for the payout itself. */
const QUESTION_TIMEOUT_MS = 5_000;

/** Reads the code again before its payment. A failure is harmless, because the payout is not sent yet. */
export const objectionTo = async (
  clock: Clock,
  provider: PayoutProvider,
  context: CallContext,
  { method, amount }: PayoutRequest,
): Promise<Failure | null> => {
  if (method.kind === 'PIX_BRCODE') return objectionToBrCode(provider, method.brCode);
  if (method.kind !== 'BOLETO') return null;
  const deadlineMs = Math.min(context.deadlineMs, clock.now() + QUESTION_TIMEOUT_MS);
  return objectionToBoleto(provider, { ...context, deadlineMs }, { barcode: method.barcode, amount });
};

/** An earlier version may have quoted a code that is no longer paid. */
const objectionToBrCode = (provider: PayoutProvider, brCode: string): Failure | null => {
  const read = parseBrCode(brCode);
  const isPayable = read.ok || read.reason !== 'NOT_PAYABLE';
  return isPayable ? null : refused(provider, 'CODE_INVALID', 'The code is not payable');
};

/** The registry's status and amount count. */
const objectionToBoleto = async (
  provider: PayoutProvider,
  context: CallContext,
  { barcode, amount }: { readonly barcode: string; readonly amount: bigint },
): Promise<Failure | null> => {
  const resolved = await ask(provider, context, barcode);
  if (!resolved.ok) return withoutEffect(resolved);
  const { status, amount: askedFor } = resolved.value;
  if (status === 'PAID') return refused(provider, 'CODE_ALREADY_PAID', 'The boleto has been paid');
  if (status === 'EXPIRED') return refused(provider, 'CODE_EXPIRED', 'The boleto can no longer be paid');
  if (askedFor === null || askedFor === amount) return null;
  return refused(provider, 'AMOUNT_MISMATCH', 'The amount of the boleto differs from the quote');
};

const ask = async (
  provider: PayoutProvider,
  context: CallContext,
  barcode: string,
): Promise<Result<ResolvedBoleto>> => {
  try {
    return await provider.resolveBoleto(context, barcode);
  } catch {
    const message = 'The request about the boleto failed';
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

/** An unanswered question has paid no money: another attempt is safe. */
const withoutEffect = (failure: Failure): Failure =>
  failure.kind === 'REJECTED' || failure.kind === 'NOT_CONFIGURED' ? failure : { ...failure, kind: 'RETRYABLE' };
