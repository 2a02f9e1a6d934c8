import path from 'node:path';
import { parseDecimal } from '../../../aggregates/money';
import { CARRIAGES, carriable } from '../../../aggregates/quote/carriable';
import { priceOrder } from '../../../aggregates/quote/fees';
import { isRejection } from '../../../aggregates/rejection';
import { type AssetEntry, contractOf, readCatalogFile } from '../../../infra/catalog/catalog-file';
import fc from '../../properties';

const file = readCatalogFile(path.join(__dirname, '../../../config/catalog.json'));

const refusalOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return isRejection(error) ? error.rejection.code : String(error);
  }
};

/** Repeats the limits by the documents of each chain. */
const fitsIn: Readonly<Record<string, (amount: bigint, isNative: boolean) => boolean>> = {
  evm: (amount) => BigInt.asUintN(256, amount) === amount,
  solana: (amount) => BigInt.asUintN(64, amount) === amount,
  stellar: (amount) => BigInt.asIntN(64, amount) === amount,
  tron: (amount, isNative) => (isNative ? BigInt.asIntN(64, amount) : BigInt.asUintN(256, amount)) === amount,
  xrpl: (amount, isNative) =>
    isNative ? amount <= 100_000_000_000n * 1_000_000n : amount.toString().replace(/0+$/, '').length <= 16,
};

const stepOf = (amount: bigint, isXrplIssued: boolean): bigint =>
  isXrplIssued ? 10n ** BigInt(Math.max(0, amount.toString().length - 16)) : 1n;

const schedule = { floorCents: 100n, platformBasisPoints: 150, partnerBasisPoints: 50 };
/** Payouts of up to 60 digits, at prices from a ten-thousandth of a cent to a billion reais for a unit. */
const drawn = fc.record({
  payoutCents: fc.integer({ min: 0, max: 60 }).chain((size) => fc.bigInt({ min: 1n, max: 10n ** BigInt(size) })),
  price: fc
    .tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 999_999 }))
    .map(([shift, digits]) => `${digits}${'0'.repeat(shift)}`.padStart(7, '0').replace(/(\d{6})$/, '.$1')),
});

const assets = file.assets.flatMap((entry) =>
  entry.decimals === null ? [] : [[entry.catalogKey, entry, entry.decimals] as const],
);

const familyOf = ({ chain }: AssetEntry) => file.chains[chain]?.family ?? 'evm';

describe('a quoted amount fits its chain', () => {
  test.each(assets)('%s', (_key, entry, decimals) => {
    const [family, isNative, pegged] = [familyOf(entry), contractOf(entry) === null, entry.pegBRL !== undefined];
    const isXrplIssued = family === 'xrpl' && !isNative;
    const order = { decimals, pegged, schedule, networkFeeCents: 0n, carriage: CARRIAGES[family](isNative) };
    const property = fc.property(drawn, ({ payoutCents, price }) => {
      const unit = parseDecimal(pegged ? '1' : price) ?? { numerator: 0n, denominator: 1n };
      // The exact price is owed / per base units.
      const totalCents = priceOrder({ ...order, payoutCents, decimals: 38, carriage: UNBOUNDED, price }).totalCents;
      const owed = totalCents * 10n ** BigInt(decimals) * unit.denominator;
      const per = 100n * unit.numerator;
      const upwards = (owed + per - 1n) / per;
      const step = stepOf(upwards, isXrplIssued);
      const refusal = refusalOf(() => priceOrder({ ...order, payoutCents, price }));
      if (owed < per) {
        expect(refusal).toBe('AMOUNT_BELOW_MINIMUM');
        return;
      }
      const rounded = ((upwards + step - 1n) / step) * step;
      const isCarried = fitsIn[family]?.(rounded, isNative) === true && BigInt.asUintN(256, rounded) === rounded;
      if (!isCarried) {
        expect(refusal).toBe('AMOUNT_ABOVE_LIMIT');
        return;
      }
      const { amountBaseUnits: amount, valuesAndFees } = priceOrder({ ...order, payoutCents, price });
      expect(fitsIn[family]?.(amount, isNative)).toBe(true);
      expect(amount * per >= owed).toBe(true);
      expect((amount - step) * per < owed).toBe(true);
      expect(valuesAndFees.totalCrypto).toBe(amount);
    });
    fc.assert(property);
  });

  test('counts RLUSD on XRPL in millionths', () => {
    expect(file.assets.find(({ catalogKey }) => catalogKey === 'xrpl:RLUSD')?.decimals).toBe(6);
  });
});

const UNBOUNDED = { most: 10n ** 200n, significantDigits: null };
const whole = (numerator: bigint) => ({ numerator, denominator: 1n });

describe('the limits of a chain', () => {
  test.each([
    ['solana', true, 2n ** 64n - 1n],
    ['solana', false, 2n ** 64n - 1n],
    ['stellar', true, 2n ** 63n - 1n],
    ['stellar', false, 2n ** 63n - 1n],
    ['tron', true, 2n ** 63n - 1n],
    ['tron', false, 2n ** 256n - 1n],
    ['evm', true, 2n ** 256n - 1n],
    ['evm', false, 2n ** 256n - 1n],
    ['xrpl', true, 10n ** 17n],
  ] as const)('%s (coin: %s) accepts the maximum, and nothing above the maximum', (family, isNative, most) => {
    const carriage = CARRIAGES[family](isNative);
    expect(carriable(whole(most), carriage)).toBe(most);
    expect(refusalOf(() => carriable(whole(most + 1n), carriage))).toBe('AMOUNT_ABOVE_LIMIT');
    // A fraction more is rounded up beyond it.
    const more = { numerator: most * 3n + 1n, denominator: 3n };
    expect(refusalOf(() => carriable(more, carriage))).toBe('AMOUNT_ABOVE_LIMIT');
  });

  test('rounds the 17th digit on XRPL up, which may add a digit', () => {
    const carriage = CARRIAGES.xrpl(false);
    expect(carriable(whole(9_999_999_999_999_999n), carriage)).toBe(9_999_999_999_999_999n);
    expect(carriable(whole(12_345_678_901_234_561n), carriage)).toBe(12_345_678_901_234_570n);
    expect(carriable(whole(99_999_999_999_999_999n), carriage)).toBe(100_000_000_000_000_000n);
    expect(refusalOf(() => carriable(whole(2n ** 256n), carriage))).toBe('AMOUNT_ABOVE_LIMIT');
  });

  test('refuses less than one base unit', () => {
    const carriage = CARRIAGES.evm(false);
    expect(carriable({ numerator: 5n, denominator: 5n }, carriage)).toBe(1n);
    expect(refusalOf(() => carriable({ numerator: 4n, denominator: 5n }, carriage))).toBe('AMOUNT_BELOW_MINIMUM');
  });
});
