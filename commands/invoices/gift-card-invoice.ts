import type { GiftCardCode } from '../../aggregates/codes/gift-card';
import { rejection } from '../../aggregates/rejection';
import { agreedAmount, type Inquiry, type Invoice, mustResolve } from './invoice';

export const giftCardInvoice = async (
  { provider, call, amountCents }: Inquiry,
  { text }: GiftCardCode,
): Promise<Invoice> => {
  const product = mustResolve(await provider.resolveGiftCard(call, text), 'INVALID_CODE');
  if (!product.inStock) throw rejection('INVALID_CODE', 'The gift card is sold out');
  return {
    kind: 'GIFT_CARD',
    instruction: { kind: 'GIFT_CARD', productCode: text },
    amountCents: agreedAmount(product.amount, amountCents),
    destinationMasked: product.brand,
  };
};
