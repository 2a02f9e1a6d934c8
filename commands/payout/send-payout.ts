import type { EventOf } from '../../aggregates/events';
import type { HandleDeps } from '../handling/request';
import { objectionTo } from '../invoices/check-boleto';
import type { Payout, PayoutMethod, PayoutProvider, PayoutRequest } from '../ports/payout-provider';
import type { CallContext, Result } from '../ports/result';
import type { PlacedPayout } from './owners/owners';

const MAXIMUM_SENDS = 3;

export interface Sending {
  readonly dispatched: EventOf<'PayoutDispatched'>['data'];
  readonly provider: PayoutProvider | null;
  readonly resend: boolean;
  /** In clear; null when the payee was erased. */
  readonly instruction: string | null;
}

/** One order, within its window. */
export const sendPayout = async (
  deps: Pick<HandleDeps, 'clock'>,
  { terms, partnerId, mode, scenario }: PlacedPayout,
  { dispatched, provider, resend, instruction }: Sending,
): Promise<Result<Payout>> => {
  if (provider === null) return notSent('No payout provider is configured for this mode');
  if (instruction === null) return notSent('The payee was erased');
  const request: PayoutRequest = {
    idempotencyKey: dispatched.providerKey,
    amount: BigInt(terms.amountCents),
    method: JSON.parse(instruction) as PayoutMethod,
    notAfter: dispatched.notAfter,
    ...(scenario === undefined ? {} : { scenario }),
  };
  const context: CallContext = {
    requestId: dispatched.providerKey,
    partnerId,
    mode,
    deadlineMs: Date.parse(dispatched.notAfter),
  };
  // A resent key may have been paid, so only the key itself may tell.
  const objection = resend ? null : await objectionTo(deps.clock, provider, context, request);
  return objection ?? sendWithin(deps, provider, context, request);
};

/** Repeats only what provably was not executed, and only before `notAfter`. */
const sendWithin = async (
  deps: Pick<HandleDeps, 'clock'>,
  provider: PayoutProvider,
  context: CallContext,
  request: PayoutRequest,
): Promise<Result<Payout>> => {
  let answer = await attempt(provider, context, request);
  for (let sends = 1; sends < MAXIMUM_SENDS; sends += 1) {
    const mayRepeat = !answer.ok && answer.kind === 'RETRYABLE' && deps.clock.now() < context.deadlineMs;
    if (!mayRepeat) return answer;
    answer = await attempt(provider, context, request);
  }
  return answer;
};

const attempt = async (
  provider: PayoutProvider,
  context: CallContext,
  request: PayoutRequest,
): Promise<Result<Payout>> => {
  try {
    return await provider.create(context, request);
  } catch {
    return {
      ok: false,
      kind: 'UNKNOWN',
      code: 'OTHER',
      provider: provider.name,
      message: 'The call ended in an error',
    };
  }
};

const notSent = (message: string): Result<Payout> => ({
  ok: false,
  kind: 'NOT_CONFIGURED',
  code: 'UNSUPPORTED',
  provider: 'none',
  message,
});
