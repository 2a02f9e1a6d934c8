import type { PayoutTerms } from '../../aggregates/quote/events';
import { invalidField, rejection } from '../../aggregates/rejection';
import type { UserCaller } from '../handling/caller';
import type { CommandContext } from '../handling/context';
import type { Clock } from '../ports/clock';
import type { PayoutChoice, PayoutMethod, PayoutProvider, PayoutProviders } from '../ports/providers/payout-provider';
import type { CallContext, Failure, Result } from '../ports/providers/result';

export interface InvoiceDeps {
  readonly clock: Clock;
  readonly payoutProviders: Pick<PayoutProviders, 'choose'>;
}

export interface Invoice {
  readonly kind: PayoutTerms['kind'];
  readonly instruction: PayoutMethod;
  readonly amountCents: bigint;
  readonly destinationMasked: string;
  readonly soldBy?: string;
}

export interface Inquiry {
  readonly provider: PayoutProvider;
  readonly call: CallContext;
  readonly amountCents: bigint | null;
}

const RESOLVE_DEADLINE_MS = 5_000;

export interface Inquirer extends PayoutChoice {
  readonly user: UserCaller;
  readonly amountCents: bigint | null;
}

/** Refuses PROVIDER_NOT_CONFIGURED, and INVALID_CODE for a gift card of somebody else. */
export const inquiryOf = (
  deps: InvoiceDeps,
  { user, amountCents, ...choice }: Inquirer,
  context: CommandContext,
): Inquiry => {
  const provider = deps.payoutProviders.choose(user.mode, choice);
  if (provider === null) {
    const another = deps.payoutProviders.choose(user.mode, { kind: choice.kind });
    throw another === null ? notConfigured() : unsold();
  }
  const { partnerId, mode, userId } = user;
  const deadlineMs = deps.clock.now() + RESOLVE_DEADLINE_MS;
  const call = { requestId: context.requestId ?? context.commandId, partnerId, mode, userId, deadlineMs };
  return { provider, call, amountCents };
};

const unsold = () => rejection('INVALID_CODE', 'No provider sells this gift card');

const notConfigured = () => rejection('PROVIDER_NOT_CONFIGURED', 'No payout provider is configured');

/** Refuses `code` when the provider refused, PROVIDER_* when it did not answer. */
export const mustResolve = <Value>(result: Result<Value>, code: 'INVALID_CODE' | 'INVALID_PIX_KEY'): Value => {
  if (!result.ok) throw refusalOf(result, code);
  return result.value;
};

const refusalOf = ({ kind }: Failure, code: 'INVALID_CODE' | 'INVALID_PIX_KEY'): Error => {
  if (kind === 'REJECTED') {
    return rejection(code, `The payment institution refuses the ${code === 'INVALID_CODE' ? 'code' : 'PIX key'}`);
  }
  if (kind === 'NOT_CONFIGURED') return notConfigured();
  return rejection('PROVIDER_FAILURE', 'The payment institution did not answer');
};

/** Refuses INVALID_CODE. */
export const mustBeActive = (status: 'ACTIVE' | 'PAID' | 'EXPIRED' | 'REMOVED'): void => {
  if (status !== 'ACTIVE') throw rejection('INVALID_CODE', `The code can no longer be paid: ${status}`);
};

/** Refuses VALIDATION_ERROR when the amounts differ or both are open (null). */
export const agreedAmount = (fixedCents: bigint | null, askedCents: bigint | null): bigint => {
  if (fixedCents === null) {
    if (askedCents === null) throw invalidField('amount', 'is required because the code leaves it open');
    return askedCents;
  }
  if (askedCents !== null && askedCents !== fixedCents)
    throw invalidField('amount', 'must equal the amount of the code');
  return fixedCents;
};
