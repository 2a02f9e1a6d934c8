import { z } from 'zod';
import { parseGiftCardCode } from '../../../aggregates/codes/gift-card';
import type { ResolvedGiftCard } from '../../../commands/ports/providers/resolved-payee';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { readRefusable } from '../http/read-refusable';
import { reaisShape } from '../http/reais';
import { unansweredIn } from './answers';
import type { Reloadly } from './client';

/** In the codes of gift cards: `GC-RELOADLY-<product id>-<cents>-<check>`. */
export const SELLER = 'RELOADLY';

const PRODUCT_ID = /^\d{1,15}$/;

const shape = z.object({
  ...{ productId: z.string().max(100), recipientCurrencyCode: z.string(), productName: z.string().max(200) },
  ...{ status: z.string().nullish(), country: z.object({ isoName: z.string() }) },
  brand: z.object({ brandName: z.string().max(200) }).nullish(),
  fixedRecipientDenominations: z.array(reaisShape).max(1_000).nullish(),
  ...{ minRecipientDenomination: reaisShape.nullish(), maxRecipientDenomination: reaisShape.nullish() },
});

/** The face value differs in another currency or country. */
const isSold = (product: z.infer<typeof shape>, amount: bigint): boolean => {
  const { recipientCurrencyCode, country, minRecipientDenomination: least, maxRecipientDenomination: most } = product;
  const isBetween = typeof least === 'bigint' && typeof most === 'bigint' && least <= amount && amount <= most;
  const isOffered = isBetween || product.fixedRecipientDenominations?.includes(amount) === true;
  return isOffered && recipientCurrencyCode === 'BRL' && country.isoName === 'BR';
};

/** By status; without one a product is on sale. Another status decides nothing. */
const IN_STOCK: ReadonlyMap<string, boolean> = new Map([
  ['ACTIVE', true],
  ['INACTIVE', false],
]);

export interface ResolvedProduct extends ResolvedGiftCard {
  readonly productId: string;
}

export const resolveProduct = async (
  reloadly: Reloadly,
  context: CallContext,
  productCode: string,
): Promise<Result<ResolvedProduct>> => {
  const fail = failingAs(reloadly);
  const unknown = fail('REJECTED', 'CODE_INVALID', 'Reloadly sells no such card in Brazil');
  const parsed = parseGiftCardCode(productCode);
  if (!parsed.ok || parsed.code.provider !== SELLER || !PRODUCT_ID.test(parsed.code.sku)) return unknown;
  const { sku: productId, amountCents: amount } = parsed.code;
  const asked = { path: '/products/', id: productId, shape, unansweredIn, refused: unknown };
  const read = await readRefusable(reloadly, context, asked);
  if (!read.ok) return read;
  const { brand, productName, status } = read.value;
  if (read.value.productId !== productId)
    return fail('UNAVAILABLE', 'PROTOCOL', 'Reloadly answered about another product');
  if (!isSold(read.value, amount)) return unknown;
  const inStock = IN_STOCK.get(status ?? 'ACTIVE');
  if (inStock === undefined)
    return fail('UNAVAILABLE', 'PROTOCOL', 'The product has an undocumented status of Reloadly');
  return { ok: true, value: { productId, brand: brand?.brandName ?? productName, amount, inStock } };
};
