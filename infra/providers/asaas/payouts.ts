import type { PayoutProvider } from '../../../commands/ports/providers/payout-provider';
import { failingAs } from '../failures';
import { createBook } from './book';
import { type AsaasOptions, createAsaas } from './client';
import { createOrder } from './create';
import { listOrders } from './list';
import { getOrder } from './orders';
import { resolveBrCode, simulateBoleto } from './payees';

export const createAsaasPayouts = (options: AsaasOptions): PayoutProvider => {
  const asaas = createAsaas(options);
  const book = createBook(asaas);
  const unsold = () => failingAs(asaas)('NOT_CONFIGURED', 'UNSUPPORTED', 'Asaas sells no gift cards');
  return {
    ...{ name: options.name, mode: 'live', kinds: ['PIX_KEY', 'PIX_BRCODE', 'BOLETO'] },
    ...{ idempotency: 'LOOKUP_ONLY', books: 'ACCOUNT' },
    // Asaas reveals the owner of a key only with the transfer.
    resolveKey: async () => ({ ok: true, value: { payeeName: null } }),
    resolveBrCode: (context, brCode) => resolveBrCode(asaas, context, brCode),
    resolveBoleto: (context, barcode) => simulateBoleto(asaas, context, barcode),
    resolveGiftCard: async () => unsold(),
    create: async (context, request) => {
      const { method } = request;
      if (method.kind === 'GIFT_CARD') return unsold();
      return createOrder({ asaas, book, context, request: { ...request, method } });
    },
    get: async (context, { kind, ...asked }) =>
      kind === 'GIFT_CARD' ? unsold() : getOrder(asaas, book, context, { ...asked, kind }),
    list: (context, from, to) => listOrders(asaas, context, from, to),
  };
};
