import fc from 'fast-check';
import type { Cents } from '../../../../aggregates/money';

/** R$ 0.01 to R$ 1,000,000,000.00, small amounts more often. */
export const cents: fc.Arbitrary<Cents> = fc
  .integer({ min: 1, max: 11 })
  .chain((digits) => fc.bigInt({ min: 1n, max: 10n ** BigInt(digits) }));

/** Up to a thousand million of a token of so many decimals. */
export const baseUnits = (decimals: number): fc.Arbitrary<bigint> =>
  fc.bigInt({ min: 1n, max: 10n ** BigInt(decimals + 9) });

/** 0 % to 100 %. */
export const basisPoints: fc.Arbitrary<bigint> = fc.bigInt({ min: 0n, max: 10_000n });

/** A deposit names its intent by such a memo. */
export const memos: fc.Arbitrary<string> = fc
  .stringMatching(/^[a-z2-7]{52}$/)
  .map((digits) => `lastro:bafkrei${digits}`);
