import type { EventOf } from '../../../aggregates/events';
import type { HandleDeps } from '../../handling/request';
import { sendWithin } from '../../handling/sending/send-within';
import { objectionTo } from '../../invoices/check-code';
import type { Payout, PayoutMethod, PayoutProvider, PayoutRequest } from '../../ports/providers/payout-provider';
import type { CallContext, Result } from '../../ports/providers/result';
import type { PlacedPayout } from '../owners/owners';

export interface Sending {
  readonly dispatched: EventOf<'PayoutDispatched'>['data'];
  readonly provider: PayoutProvider | null;
  readonly resend: boolean;
  readonly instruction: string | null;
}

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
  // A resent key may be paid, so only an answer about the key itself counts.
  const objection = resend ? null : await objectionTo(deps.clock, provider, context, request);
  if (objection !== null) return objection;
  const window = { clock: deps.clock, provider: provider.name, deadlineMs: context.deadlineMs };
  return sendWithin(window, () => provider.create(context, request));
};

const notSent = (message: string): Result<Payout> => ({
  ok: false,
  kind: 'NOT_CONFIGURED',
  code: 'UNSUPPORTED',
  provider: 'none',
  message,
});
