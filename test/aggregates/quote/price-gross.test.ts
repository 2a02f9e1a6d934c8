import { CARRIAGES } from '../../../aggregates/quote/carriable';
import { floorOf, type Purchase, priceGross, valuesOfGross } from '../../../aggregates/quote/price-gross';
import { isRejection } from '../../../aggregates/rejection';
import fc from '../../properties';

const purchase: Purchase = {
  ...{ grossCents: 15_000n, price: '5.50', decimals: 6, pegged: false, carriage: CARRIAGES.evm(false) },
  ...{ schedule: { floorCents: 100n, platformBasisPoints: 150, partnerBasisPoints: 50 }, networkFeeCents: 0n },
};

const anyPrice = fc.tuple(fc.bigInt(1n, 10n ** 9n), fc.integer({ min: 0, max: 8 })).map(([digits, scale]) => {
  const text = digits.toString().padStart(scale + 1, '0');
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
});

const anyPurchase: fc.Arbitrary<Purchase> = fc.record({
  grossCents: fc.bigInt(1_100n, 10n ** 10n),
  price: anyPrice,
  decimals: fc.integer({ min: 6, max: 18 }),
  pegged: fc.boolean(),
  carriage: fc.constantFrom(CARRIAGES.evm(false), CARRIAGES.xrpl(false)),
  schedule: fc.record({
    floorCents: fc.bigInt(0n, 500n),
    platformBasisPoints: fc.integer({ min: 0, max: 2_000 }),
    partnerBasisPoints: fc.integer({ min: 0, max: 2_000 }),
  }),
  networkFeeCents: fc.bigInt(0n, 500n),
});

/** Null where the amount is refused. */
const priced = (asked: Purchase) => {
  try {
    return priceGross(asked);
  } catch (error) {
    if (isRejection(error)) return null;
    throw error;
  }
};

describe('the crypto of a gross amount', () => {
  test('is the rest after the fees at the price, rounded down', () => {
    const { exchangedCents, amountBaseUnits, fees } = priceGross(purchase);
    expect([exchangedCents, amountBaseUnits, fees.totalCents]).toEqual([14_705n, 26_736_363n, '295']);
  });

  test('costs at most the paid amount, and one more base unit would cost more', () => {
    fc.assert(
      fc.property(anyPurchase, (asked) => {
        const made = priced({ ...asked, carriage: CARRIAGES.evm(false) });
        if (made === null) return;
        const [, whole = '0', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(asked.price) ?? [];
        const [priceDigits, priceScale] = [BigInt(whole + fraction), 10n ** BigInt(fraction.length)];
        const worth = (baseUnits: bigint): bigint => baseUnits * priceDigits * 100n;
        const paid = made.exchangedCents * priceScale * 10n ** BigInt(asked.decimals);
        expect(worth(made.amountBaseUnits) <= paid && worth(made.amountBaseUnits + 1n) > paid).toBe(true);
      }),
    );
  });

  test('sums to the payment, in cents and in base units', () => {
    fc.assert(
      fc.property(anyPurchase, (asked) => {
        const made = priced(asked);
        if (made === null) return;
        expect(made.exchangedCents + BigInt(made.fees.totalCents)).toBe(asked.grossCents);
        const networkFeeCents = BigInt(made.fees.networkCents);
        const values = valuesOfGross({ ...asked, ...made, networkFeeCents });
        const { paymentInFiat, networkFeeFiat, processingFeeFiat, totalFeeFiat, totalFiat } = values;
        expect([paymentInFiat + networkFeeFiat + processingFeeFiat, networkFeeFiat + processingFeeFiat]).toEqual([
          ...[totalFiat, totalFeeFiat],
        ]);
        const { paymentInCrypto, networkFeeCrypto, processingFeeCrypto, totalFeeCrypto, totalCrypto } = values;
        expect([
          ...[paymentInCrypto + networkFeeCrypto + processingFeeCrypto, networkFeeCrypto + processingFeeCrypto],
        ]).toEqual([totalCrypto, totalFeeCrypto]);
        expect(Object.values(values).every((value: bigint) => value >= 0n)).toBe(true);
      }),
    );
  });

  test('never decreases when the payment increases', () => {
    fc.assert(
      fc.property(anyPurchase, fc.bigInt(0n, 10_000n), (asked, more) => {
        const [less, greater] = [priced(asked), priced({ ...asked, grossCents: asked.grossCents + more })];
        if (less === null || greater === null) return;
        expect(greater.amountBaseUnits >= less.amountBaseUnits).toBe(true);
        expect(greater.exchangedCents >= less.exchangedCents).toBe(true);
      }),
    );
  });

  test('has the digits that its chain allows: sixteen for an issued asset on XRPL', () => {
    const asked = { ...purchase, price: '0.00000007', decimals: 15, carriage: CARRIAGES.xrpl(false) };
    const { amountBaseUnits } = priceGross(asked);
    expect(amountBaseUnits.toString().replace(/0+$/, '').length).toBeLessThanOrEqual(16);
    expect(amountBaseUnits <= priceGross({ ...asked, carriage: CARRIAGES.evm(false) }).amountBaseUnits).toBe(true);
  });

  test.each([
    ['less than the smallest unit', { price: '1000000', decimals: 0 }, 'AMOUNT_BELOW_MINIMUM'],
    [
      'more than its chain carries',
      { price: '0.00000001', decimals: 18, carriage: CARRIAGES.solana(false) },
      'AMOUNT_ABOVE_LIMIT',
    ],
    ['nothing after its fees', { grossCents: 100n }, 'AMOUNT_BELOW_MINIMUM'],
  ])('is refused when it is %s', (_what, differences, code) => {
    expect(() => priceGross({ ...purchase, ...differences })).toThrow(
      expect.objectContaining({ rejection: expect.objectContaining({ code }) as object }) as Error,
    );
  });

  test.each(['0', '-1', 'much', ''])('has no price %j', (price) => {
    expect(() => priceGross({ ...purchase, price })).toThrow(RangeError);
  });
});

describe('the floor of an estimate', () => {
  test('is the estimate less the slippage, rounded up', () => {
    expect([floorOf(26_736_363n, 100n), floorOf(1n, 100n), floorOf(1_000n, 0n), floorOf(7n, 10_000n)]).toEqual([
      ...[26_469_000n, 1n, 1_000n, 0n],
    ]);
  });
});
