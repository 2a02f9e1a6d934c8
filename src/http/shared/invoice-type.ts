import type { PayoutTerms } from '../../../aggregates/quote/events';

/** Kind of a payment, as every surface names it: a PIX code and a PIX key are both `pix`. */
export type InvoiceType = 'pix' | 'boleto' | 'giftcard';

const TYPE_OF: Readonly<Record<PayoutTerms['kind'], InvoiceType>> = {
  PIX_BRCODE: 'pix',
  PIX_KEY: 'pix',
  BOLETO: 'boleto',
  GIFT_CARD: 'giftcard',
};

/** Throws for an unknown kind. */
export const invoiceTypeOf = (payoutKind: string): InvoiceType => {
  const type = TYPE_OF[payoutKind as PayoutTerms['kind']] as InvoiceType | undefined;
  if (type === undefined) throw new TypeError(`an intent pays a ${payoutKind}`);
  return type;
};
