import type { PayoutMethod, PayoutProvider } from '../../../commands/ports/providers/payout-provider';
import { failingAs } from '../failures';
import { createWoovi, type WooviOptions } from './client';
import { createOrder } from './create';
import { listOrders } from './list';
import { createLookUps, type LookUpStores, type LookUps } from './look-ups';
import { getOrder } from './orders';
import { resolveBoleto, resolveBrCode } from './payees';

type Claimed = readonly [method: PayoutMethod, lookUpId: string | null];

/** If there is no look-up, the order is made without one. */
const withClaimed = async ({ claim }: LookUps, method: PayoutMethod): Promise<Claimed> => {
  if (method.kind !== 'PIX_KEY' || method.lookUpId === undefined) return [method, null];
  const { lookUpId, ...plain } = method;
  return (await claim(lookUpId).catch(() => false)) ? [method, lookUpId] : [plain, null];
};

export const WOOVI_URL = 'https://api.woovi.com';
export const WOOVI_SANDBOX_URL = 'https://api.woovi-sandbox.com';

export const createWooviPayouts = (options: WooviOptions & LookUpStores): PayoutProvider => {
  const woovi = createWoovi(options);
  const lookUps = createLookUps(woovi, options);
  return {
    ...{ name: options.name, mode: 'live', kinds: ['PIX_KEY', 'PIX_BRCODE', 'BOLETO'] },
    ...{ idempotency: 'NATIVE', books: 'ACCOUNT', resolveKey: lookUps.resolveKey },
    resolveBrCode: (context, brCode) => resolveBrCode(woovi, context, brCode),
    resolveBoleto: (context, barcode) => resolveBoleto(woovi, context, barcode),
    resolveGiftCard: async () => failingAs(woovi)('NOT_CONFIGURED', 'UNSUPPORTED', 'Woovi sells no gift cards'),
    create: async (context, request) => {
      const [method, lookUpId] = await withClaimed(lookUps, request.method);
      const created = await createOrder(woovi, context, { ...request, method });
      if (!created.ok && lookUpId !== null) await lookUps.giveBack(context, lookUpId).catch(() => undefined);
      return created;
    },
    get: (context, order) => getOrder(woovi, context, order),
    list: (context, from, to) => listOrders(woovi, context, from, to),
  };
};
