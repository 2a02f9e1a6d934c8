import { type BrCode, locationHost, parseBrCode } from '../aggregates/codes/br-code';
import { maskPixKey } from '../aggregates/codes/pix-key';
import { invalidField, rejection } from '../aggregates/rejection';
import type { UserCaller } from './caller';
import type { CommandContext } from './context';
import type { Clock, Failure, PayoutMethod, PayoutProvider, ResolvedBrCode } from './ports';

export interface InvoiceDeps {
  readonly clock: Clock;
  /** The provider that pays for credentials of this mode; null when none is configured. */
  readonly payoutProviderFor: (mode: UserCaller['mode']) => PayoutProvider | null;
}

export interface Invoice {
  readonly kind: 'PIX_BRCODE';
  readonly instruction: PayoutMethod;
  readonly amountCents: bigint;
  readonly destinationMasked: string;
}

interface InvoiceInput {
  readonly user: UserCaller;
  readonly invoiceCode: string;
  readonly amountCents: bigint | null;
}

/** How long the provider may take to look a code up. */
const RESOLVE_DEADLINE_MS = 5_000;

/** Reads and checks a PIX BR Code, and asks the provider what it stands for; the code's own URL is never fetched. */
export const readInvoice = async (
  deps: InvoiceDeps,
  input: InvoiceInput,
  context: CommandContext,
): Promise<Invoice> => {
  const parsed = parseBrCode(input.invoiceCode);
  if (!parsed.ok) throw invalidField('invoiceCode', `not a payable PIX BR Code: ${parsed.reason}`);
  const resolved = await resolve(deps, input, context);
  const fixedCents = parsed.code.amountCents ?? (resolved.amountEditable ? null : resolved.amount);
  const amountCents = agreedAmount(fixedCents, input.amountCents);
  return {
    kind: 'PIX_BRCODE',
    instruction: { kind: 'PIX_BRCODE', brCode: input.invoiceCode, amountIsFixed: fixedCents !== null },
    amountCents,
    destinationMasked: maskDestination(parsed.code),
  };
};

const resolve = async (
  deps: InvoiceDeps,
  { user, invoiceCode }: InvoiceInput,
  context: CommandContext,
): Promise<ResolvedBrCode> => {
  const provider = deps.payoutProviderFor(user.mode);
  if (provider === null) throw rejection('PROVIDER_NOT_CONFIGURED', 'No payout provider is configured');
  const deadlineMs = deps.clock.now() + RESOLVE_DEADLINE_MS;
  const { partnerId, mode } = user;
  const call = { requestId: context.requestId ?? context.commandId, partnerId, mode, deadlineMs };
  const resolved = await provider.resolveBrCode(call, invoiceCode);
  if (!resolved.ok) throw refusalOf(resolved);
  if (resolved.value.status !== 'ACTIVE') {
    throw rejection('INVALID_CODE', `The code can no longer be paid: ${resolved.value.status}`);
  }
  return resolved.value;
};

const refusalOf = (failure: Failure): Error => {
  if (failure.kind === 'REJECTED') return rejection('INVALID_CODE', 'The payment institution refuses the code');
  if (failure.kind === 'NOT_CONFIGURED') {
    return rejection('PROVIDER_NOT_CONFIGURED', 'No payout provider is configured');
  }
  return rejection('PROVIDER_FAILURE', 'The payment institution did not answer');
};

const agreedAmount = (fixedCents: bigint | null, askedCents: bigint | null): bigint => {
  if (fixedCents === null) {
    if (askedCents === null) throw invalidField('amount', 'needed, because the code leaves it open');
    return askedCents;
  }
  if (askedCents !== null && askedCents !== fixedCents)
    throw invalidField('amount', 'differs from the amount of the code');
  return fixedCents;
};

const maskDestination = (code: BrCode): string => {
  if (code.key !== null) return maskPixKey(code.key);
  return code.location === null ? '***' : locationHost(code.location);
};
