import type { PayoutProvider } from '../../../commands/ports/providers/payout-provider';
import { failingAs } from '../failures';
import { createReloadly, type ReloadlyOptions } from './client';
import { createOrder } from './create';
import { findTransaction, listOrders, payoutWithCard } from './orders';
import { resolveProduct, SELLER } from './products';

/** Buys gift cards of Brazil from an account at Reloadly. */
export const createReloadlyPayouts = (options: ReloadlyOptions): PayoutProvider => {
  const reloadly = createReloadly(options);
  const { name, recipientEmail } = options;
  const unsold = () => failingAs(reloadly)('NOT_CONFIGURED', 'UNSUPPORTED', 'Reloadly sells only gift cards');
  return {
    ...{ name, mode: 'live', kinds: ['GIFT_CARD'], sells: SELLER, idempotency: 'LOOKUP_ONLY', books: 'ACCOUNT' },
    resolveKey: async () => unsold(),
    resolveBrCode: async () => unsold(),
    resolveBoleto: async () => unsold(),
    resolveGiftCard: (context, productCode) => resolveProduct(reloadly, context, productCode),
    create: async (context, request) => {
      const { method } = request;
      if (method.kind !== 'GIFT_CARD') return unsold();
      return createOrder({ reloadly, recipientEmail, context, request: { ...request, method } });
    },
    get: async (context, asked) => {
      const found = await findTransaction(reloadly, context, asked);
      return found.ok ? payoutWithCard(reloadly, context, found.value) : found;
    },
    list: (context, from, to) => listOrders(reloadly, context, from, to),
  };
};
