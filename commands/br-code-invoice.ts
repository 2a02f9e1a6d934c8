import { type BrCode, locationHost } from '../aggregates/codes/br-code';
import { maskPixKey } from '../aggregates/codes/pix-key';
import { agreedAmount, type Inquiry, type Invoice, mustBeActive, mustResolve } from './invoice';

/** A PIX BR Code; the provider says what it stands for, and the code's own URL is never fetched. */
export const brCodeInvoice = async (
  { provider, call, amountCents }: Inquiry,
  { text, brCode }: { readonly text: string; readonly brCode: BrCode },
): Promise<Invoice> => {
  const resolved = mustResolve(await provider.resolveBrCode(call, text), 'INVALID_CODE');
  mustBeActive(resolved.status);
  const fixedCents = brCode.amountCents ?? (resolved.amountEditable ? null : resolved.amount);
  return {
    kind: 'PIX_BRCODE',
    instruction: { kind: 'PIX_BRCODE', brCode: text, amountIsFixed: fixedCents !== null },
    amountCents: agreedAmount(fixedCents, amountCents),
    destinationMasked: maskDestination(brCode),
  };
};

const maskDestination = ({ key, location }: BrCode): string => {
  if (key !== null) return maskPixKey(key);
  return location === null ? '***' : locationHost(location);
};
