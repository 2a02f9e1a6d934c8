import { inferPixKey, maskPixKey, type PixKey, type PixKeyKind, parsePixKey } from '../../aggregates/codes/pix-key';
import { invalidField } from '../../aggregates/rejection';
import { agreedAmount, type Inquiry, type Invoice, mustResolve } from './invoice';

export interface AskedPixKey {
  readonly text: string;
  readonly kind: PixKeyKind | null;
}

/** The key in its stored form. Refuses VALIDATION_ERROR; CPF or phone is never guessed. */
export const readPixKey = ({ text: pasted, kind }: AskedPixKey): PixKey => {
  const text = pasted.trim();
  if (kind === null) {
    const inferred = inferPixKey(text);
    if (inferred === null) throw invalidField('pixKey', 'the PIX key fits several kinds: add pixKeyType, or write +55');
    return inferred;
  }
  const key = parsePixKey(kind, text);
  if (key === null) throw invalidField('pixKey', `not a PIX key of kind ${kind}`);
  return { kind, key };
};

export const pixKeyInvoice = async ({ provider, call, amountCents }: Inquiry, pixKey: PixKey): Promise<Invoice> => {
  const { kind: keyType, key } = pixKey;
  const agreedCents = agreedAmount(null, amountCents);
  const { lookUpId } = mustResolve(await provider.resolveKey(call, { keyType, key }), 'INVALID_PIX_KEY');
  return {
    kind: 'PIX_KEY',
    instruction: { kind: 'PIX_KEY', keyType, key, ...(lookUpId === undefined ? {} : { lookUpId }) },
    amountCents: agreedCents,
    destinationMasked: maskPixKey(pixKey),
  };
};
