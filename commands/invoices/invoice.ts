import type { PayoutTerms } from '../../aggregates/quote/events';
import { invalidField, rejection } from '../../aggregates/rejection';
import type { UserCaller } from '../handling/caller';
import type { CommandContext } from '../handling/context';
import type { Clock } from '../ports/clock';
import type { PayoutMethod, PayoutProvider, PayoutProviders } from '../ports/payout-provider';
import type { CallContext, Failure, Result } from '../ports/result';

export interface InvoiceDeps {
  readonly clock: Clock;
  readonly payoutProviders: Pick<PayoutProviders, 'choose'>;
}

/** What is to be paid, as the provider knows it. */
export interface Invoice {
  readonly kind: PayoutTerms['kind'];
  readonly instruction: PayoutMethod;
  readonly amountCents: bigint;
  readonly destinationMasked: string;
}

/** A question to the provider about what is to be paid, by a user who may have said an amount. */
export interface Inquiry {
  readonly provider: PayoutProvider;
  readonly call: CallContext;
  /** Null when the user has said none. */
  readonly amountCents: bigint | null;
}

/** How long the provider may take to look something up. */
const RESOLVE_DEADLINE_MS = 5_000;

export interface Inquirer {
  readonly user: UserCaller;
  readonly amountCents: bigint | null;
  /** What is to be paid: not every provider pays all of it. */
  readonly kind: PayoutMethod['kind'];
}

/** Refuses PROVIDER_NOT_CONFIGURED. */
export const inquiryOf = (
  deps: InvoiceDeps,
  { user, amountCents, kind }: Inquirer,
  context: CommandContext,
): Inquiry => {
  const provider = deps.payoutProviders.choose(user.mode, kind);
  if (provider === null) throw notConfigured();
  const { partnerId, mode } = user;
  const deadlineMs = deps.clock.now() + RESOLVE_DEADLINE_MS;
  const call = { requestId: context.requestId ?? context.commandId, partnerId, mode, deadlineMs };
  return { provider, call, amountCents };
};

const notConfigured = () => rejection('PROVIDER_NOT_CONFIGURED', 'No payout provider is configured');

/** What the provider answered; refuses `code` when it said no, PROVIDER_* when it did not answer. */
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

/** Refuses INVALID_CODE when the code was paid already, has expired or was removed. */
export const mustBeActive = (status: 'ACTIVE' | 'PAID' | 'EXPIRED' | 'REMOVED'): void => {
  if (status !== 'ACTIVE') throw rejection('INVALID_CODE', `The code can no longer be paid: ${status}`);
};

/** The amount, when what the user said agrees with what is asked for; null is open. */
export const agreedAmount = (fixedCents: bigint | null, askedCents: bigint | null): bigint => {
  if (fixedCents === null) {
    if (askedCents === null) throw invalidField('amount', 'needed, because it is left open');
    return askedCents;
  }
  if (askedCents !== null && askedCents !== fixedCents)
    throw invalidField('amount', 'differs from the amount of the code');
  return fixedCents;
};
