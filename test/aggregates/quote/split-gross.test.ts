import { feePartsOf } from '../../../aggregates/quote/fees';
import { type GrossTerms, splitGross } from '../../../aggregates/quote/split-gross';
import fc from '../../properties';

const terms: GrossTerms = {
  pegged: false,
  schedule: { floorCents: 100n, platformBasisPoints: 150, partnerBasisPoints: 50 },
  networkFeeCents: 30n,
};

const anyTerms: fc.Arbitrary<GrossTerms> = fc.record({
  pegged: fc.boolean(),
  schedule: fc.record({
    floorCents: fc.bigInt(0n, 500n),
    platformBasisPoints: fc.integer({ min: 0, max: 10_000 }),
    partnerBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  }),
  networkFeeCents: fc.bigInt(0n, 500n),
});
/** Covers the fees of every schedule above. */
const anyGross = fc.bigInt(1_004n, 10n ** 12n);

describe('the fee of a gross amount', () => {
  test('leaves R$ 150.00 of R$ 153.30, whose fees it covers', () => {
    expect(splitGross(15_330n, terms)).toEqual({
      netCents: 15_000n,
      fees: feePartsOf({ ...terms, payoutCents: 15_000n }),
    });
  });

  test('keeps the cent of rounding for the platform', () => {
    const { netCents, fees } = splitGross(15_364n, terms);
    expect([netCents, fees.platformCents, fees.totalCents]).toEqual([15_033n, '226', '331']);
  });

  test('has no platform rate for a pegged asset, only floor and markup', () => {
    const { netCents, fees } = splitGross(10_000n, { ...terms, pegged: true, networkFeeCents: 0n });
    expect([netCents, fees.floorCents, fees.platformCents, fees.partnerCents]).toEqual([9_851n, '100', '0', '49']);
  });

  test.each([0n, 1n, 129n, 130n])('refuses %d cents, which only cover the fees', (gross) => {
    const split = () => splitGross(gross, terms);
    expect(split).toThrow('The amount does not cover its fees');
  });

  test('splits the gross to the cent', () => {
    fc.assert(
      fc.property(anyGross, anyTerms, (gross, any) => {
        const { netCents, fees } = splitGross(gross, any);
        const { floorCents, platformCents, partnerCents, networkCents, totalCents } = fees;
        const parts = [floorCents, platformCents, partnerCents, networkCents].map(BigInt);
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(BigInt(totalCents));
        expect(netCents + BigInt(totalCents)).toBe(gross);
        expect(parts.every((part) => part >= 0n)).toBe(true);
      }),
    );
  });

  test('never leaves less, or charges less, for a larger amount', () => {
    fc.assert(
      fc.property(anyGross, anyTerms, (gross, any) => {
        const [less, more] = [splitGross(gross, any), splitGross(gross + 1n, any)];
        expect(more.netCents).toBeGreaterThanOrEqual(less.netCents);
        expect(BigInt(more.fees.totalCents)).toBeGreaterThanOrEqual(BigInt(less.fees.totalCents));
      }),
    );
  });

  test('equals the fee of a payout of the net, up to the rounding of two rates', () => {
    fc.assert(
      fc.property(anyGross, anyTerms, (gross, any) => {
        const { netCents, fees } = splitGross(gross, any);
        const more = BigInt(fees.totalCents) - BigInt(feePartsOf({ ...any, payoutCents: netCents }).totalCents);
        expect(more).toBeGreaterThanOrEqual(0n);
        expect(more).toBeLessThanOrEqual(2n);
      }),
    );
  });
});
