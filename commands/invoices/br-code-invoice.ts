import { type BrCode, locationHost } from '../../aggregates/codes/br-code';
import { maskPixKey } from '../../aggregates/codes/pix-key';
import { rejection } from '../../aggregates/rejection';
import type { ResolvedBrCode } from '../ports/providers/resolved-payee';
import { agreedAmount, type Inquiry, type Invoice, mustBeActive, mustResolve } from './invoice';

/** The provider resolves the code, whose URL is never fetched; a dynamic code's charge sets the amount. */
export const brCodeInvoice = async (
  { provider, call, amountCents }: Inquiry,
  { text, brCode }: { readonly text: string; readonly brCode: BrCode },
): Promise<Invoice> => {
  const resolved = mustResolve(await provider.resolveBrCode(call, text), 'INVALID_CODE');
  mustBeActive(resolved.status);
  const fixedCents = brCode.location === null ? brCode.amountCents : chargedCents(resolved);
  return {
    kind: 'PIX_BRCODE',
    instruction: { kind: 'PIX_BRCODE', brCode: text, amountIsFixed: fixedCents !== null },
    amountCents: agreedAmount(fixedCents, amountCents),
    destinationMasked: maskDestination(brCode),
  };
};

const chargedCents = ({ amount, amountEditable }: ResolvedBrCode): bigint | null => {
  if (amountEditable) return null;
  if (amount === null) throw rejection('INVALID_CODE', 'The code has no amount and does not let the payer choose one');
  return amount;
};

const maskDestination = ({ key, location }: BrCode): string => {
  if (key !== null) return maskPixKey(key);
  return location === null ? '***' : locationHost(location);
};
