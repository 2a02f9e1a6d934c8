import { parseDecimal, parseMinor, toShortDecimal } from '../../../aggregates/money';
import { CARRIAGES } from '../../../aggregates/quote/carriable';
import { DEFAULT_FEE_SCHEDULE, type Order, priceOrder } from '../../../aggregates/quote/fees';
import fc from '../../properties';

const order: Order = {
  payoutCents: 15_000n,
  price: '5.40',
  decimals: 6,
  carriage: CARRIAGES.evm(false),
  pegged: false,
  schedule: { floorCents: 100n, platformBasisPoints: 150, partnerBasisPoints: 50 },
  networkFeeCents: 30n,
};

describe('an order of R$ 150.00 in a token at R$ 5.40', () => {
  const priced = priceOrder(order);

  test('pays the rate, the markup and the network', () => {
    expect(priced.fees).toEqual({
      floorCents: '0',
      platformCents: '225',
      partnerCents: '75',
      networkCents: '30',
      totalCents: '330',
      platformBasisPoints: 150,
      partnerBasisPoints: 50,
    });
    expect(priced.totalCents).toBe(15_330n);
  });

  test('costs the total at the price, rounded up', () => {
    // 153.30 / 5.40 = 28.388888(8...)
    expect(toShortDecimal(priced.amountBaseUnits, 6)).toBe('28.388889');
  });

  test('shows figures that add up, in reais and in the token', () => {
    expect(priced.valuesAndFees).toEqual({
      paymentInFiat: 15_000n,
      paymentInCrypto: 27_777_778n,
      networkFeeFiat: 30n,
      networkFeeCrypto: 55_556n,
      processingFeeFiat: 300n,
      processingFeeCrypto: 555_555n,
      totalFeeFiat: 330n,
      totalFeeCrypto: 611_111n,
      totalFiat: 15_330n,
      totalCrypto: 28_388_889n,
    });
  });
});

describe('a small order', () => {
  test('pays the floor, which already includes the rate', () => {
    const { fees } = priceOrder({ ...order, payoutCents: 2_000n });
    expect([fees.platformCents, fees.floorCents, fees.partnerCents]).toEqual(['30', '70', '10']);
  });

  test('pays the floor even at one cent', () => {
    expect(priceOrder({ ...order, payoutCents: 1n, networkFeeCents: 0n }).totalCents).toBe(101n);
  });
});

describe('a pegged asset', () => {
  test('has no platform rate, only floor and markup, and the price one', () => {
    const priced = priceOrder({ ...order, pegged: true, price: 'none', decimals: 18, networkFeeCents: 0n });
    expect(priced.fees).toMatchObject({ platformCents: '0', floorCents: '100', partnerCents: '75' });
    expect(priced.fees.platformBasisPoints).toBe(0);
    expect(toShortDecimal(priced.amountBaseUnits, 18)).toBe('151.75');
  });
});

test('rounds shares half to even', () => {
  const platformOf = (payoutCents: bigint) =>
    priceOrder({ ...order, payoutCents, schedule: { floorCents: 0n, platformBasisPoints: 50, partnerBasisPoints: 0 } })
      .fees.platformCents;
  expect([platformOf(100n), platformOf(300n), platformOf(500n)]).toEqual(['0', '2', '2']);
});

test('has a default schedule of 1.5 %, at least one real, without markup', () => {
  const { fees } = priceOrder({ ...order, schedule: DEFAULT_FEE_SCHEDULE });
  expect([fees.floorCents, fees.platformCents, fees.partnerCents]).toEqual(['0', '225', '0']);
});

describe('an order is a fault with', () => {
  test.each<[string, Partial<Order>]>([
    ['no payout', { payoutCents: 0n }],
    ['a negative payout', { payoutCents: -1n }],
    ['a price of zero', { price: '0.00' }],
    ['a price that is none', { price: '1e3' }],
    ['a negative network fee', { networkFeeCents: -1n }],
    ['a rate above the whole', { schedule: { ...order.schedule, partnerBasisPoints: 10_001 } }],
    ['a broken rate', { schedule: { ...order.schedule, platformBasisPoints: 1.5 } }],
    ['a negative floor', { schedule: { ...order.schedule, floorCents: -1n } }],
    ['broken decimals', { decimals: 1.5 }],
  ])('%s', (_what, change) => {
    expect(() => priceOrder({ ...order, ...change })).toThrow(RangeError);
  });
});

describe('every order', () => {
  const prices = fc.tuple(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 1, max: 999_999 }));
  const rates = fc.integer({ min: 0, max: 10_000 });
  const anyOrder: fc.Arbitrary<Order> = fc.record({
    carriage: fc.constant(CARRIAGES.evm(false)),
    payoutCents: fc.bigInt({ min: 1n, max: 10n ** 14n }),
    price: prices.map(([whole, fraction]) => `${whole}.${fraction.toString().padStart(6, '0')}`),
    decimals: fc.integer({ min: 0, max: 18 }),
    pegged: fc.boolean(),
    schedule: fc.record({
      floorCents: fc.bigInt({ min: 0n, max: 10_000n }),
      platformBasisPoints: rates,
      partnerBasisPoints: rates,
    }),
    networkFeeCents: fc.bigInt({ min: 0n, max: 10_000n }),
  });
  const unitPriceOf = ({ pegged, price }: Order) =>
    parseDecimal(pegged ? '1.00' : price) ?? { numerator: 0n, denominator: 1n };
  // Leaves out orders below one base unit: carriable refuses them.
  const orders = anyOrder.filter((any) => {
    const { numerator, denominator } = unitPriceOf(any);
    return any.payoutCents * 10n ** BigInt(any.decimals) * denominator >= 100n * numerator;
  });

  test('has parts that sum to the total, in cents and in base units', () => {
    const property = fc.property(orders, (any) => {
      const { fees, totalCents, amountBaseUnits, valuesAndFees: values } = priceOrder(any);
      const parts = [fees.floorCents, fees.platformCents, fees.partnerCents, fees.networkCents].map(BigInt);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(BigInt(fees.totalCents));
      expect(values.paymentInFiat + values.networkFeeFiat + values.processingFeeFiat).toBe(totalCents);
      expect(values.paymentInCrypto + values.networkFeeCrypto + values.processingFeeCrypto).toBe(amountBaseUnits);
      expect(values.networkFeeFiat + values.processingFeeFiat).toBe(BigInt(fees.totalCents));
      expect(values.networkFeeCrypto + values.processingFeeCrypto).toBe(values.totalFeeCrypto);
      expect(any.networkFeeCents > 0n || values.networkFeeCrypto === 0n).toBe(true);
      expect([values.totalFiat, values.totalCrypto]).toEqual([totalCents, amountBaseUnits]);
    });
    fc.assert(property);
  });

  test('pays the platform at least the floor', () => {
    const property = fc.property(orders, (any) => {
      const { fees } = priceOrder(any);
      const platform = BigInt(fees.floorCents) + BigInt(fees.platformCents);
      expect(platform >= any.schedule.floorCents).toBe(true);
      expect(fees.floorCents === '0' || platform === any.schedule.floorCents).toBe(true);
    });
    fc.assert(property);
  });

  test('asks the least base units that cover the total', () => {
    const property = fc.property(orders, (any) => {
      const { totalCents, amountBaseUnits } = priceOrder(any);
      const { numerator, denominator } = unitPriceOf(any);
      const owed = totalCents * 10n ** BigInt(any.decimals) * denominator;
      expect(amountBaseUnits * numerator * 100n >= owed).toBe(true);
      expect((amountBaseUnits - 1n) * numerator * 100n < owed).toBe(true);
    });
    fc.assert(property);
  });

  test('shows its exact amount', () => {
    const property = fc.property(orders, (any) => {
      const { amountBaseUnits } = priceOrder(any);
      expect(parseMinor(toShortDecimal(amountBaseUnits, any.decimals), any.decimals)).toBe(amountBaseUnits);
    });
    fc.assert(property);
  });
});
