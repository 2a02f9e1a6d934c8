import { parseGiftCardCode } from '../../../../aggregates/codes/gift-card';
import type { ResolvedGiftCard } from '../../../../commands/ports/resolved-payee';
import type { Failure, Result } from '../../../../commands/ports/result';
import { failed } from '../desk';

export interface GiftCardProduct {
  readonly sku: string;
  readonly brand: string;
  readonly minimumCents: bigint;
  readonly maximumCents: bigint;
  readonly inStock: boolean;
}

export const GIFT_CARD_PROVIDER = 'SBX';

const product = (sku: string, brand: string, minimumCents: bigint, maximumCents: bigint): GiftCardProduct => ({
  ...{ sku, brand, minimumCents, maximumCents },
  inStock: true,
});

/** None of these cards buys anything. */
export const GIFT_CARDS: readonly GiftCardProduct[] = [
  product('STEAM', 'Steam', 1_000n, 50_000n),
  product('PLAY', 'Google Play', 1_000n, 100_000n),
  product('PSN', 'PlayStation', 3_000n, 40_000n),
  product('XBOX', 'Xbox', 2_500n, 30_000n),
  product('UBER', 'Uber', 2_500n, 50_000n),
  product('SPOTIFY', 'Spotify', 1_700n, 20_000n),
  { ...product('SOLDOUT', 'Sold out', 1_000n, 50_000n), inStock: false },
];

const refused = (message: string): Failure => failed('REJECTED', 'CODE_INVALID', message);

export const lookUpGiftCard = (productCode: string): Result<ResolvedGiftCard> => {
  const parsed = parseGiftCardCode(productCode);
  if (!parsed.ok) return refused(`The code is refused: ${parsed.reason}`);
  const { provider, sku, amountCents } = parsed.code;
  const found = GIFT_CARDS.find((card) => provider === GIFT_CARD_PROVIDER && card.sku === sku);
  if (found === undefined) return refused('The catalog has no such product');
  const { brand, minimumCents, maximumCents, inStock } = found;
  if (amountCents < minimumCents || amountCents > maximumCents) return refused('The catalog has no such value');
  return { ok: true, value: { brand, amount: amountCents, inStock } };
};
