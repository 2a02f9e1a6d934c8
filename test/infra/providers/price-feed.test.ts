import { parseDecimal } from '../../../aggregates/money';
import type { Price } from '../../../commands/ports/providers/price-feed';
import { clockOf } from '../../../infra/clock';
import { createSandboxPriceFeed, type PriceFeedOptions, SANDBOX_PRICES } from '../../../infra/providers/sandbox/prices';

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0, 250);
const WHENEVER = { deadlineMs: Number.MAX_SAFE_INTEGER };

const feedAt = (now: number, options: Partial<PriceFeedOptions> = {}) =>
  createSandboxPriceFeed({ clock: clockOf(() => now), ...options });

const priceAt = async (now: number, symbol: string, options: Partial<PriceFeedOptions> = {}): Promise<Price> => {
  const result = await feedAt(now, options).price(WHENEVER, symbol);
  if (!result.ok) throw new Error(result.message);
  return result.value;
};

const basisPointsFrom = (price: string, base: string): number => {
  const [value, start] = [parseDecimal(price), parseDecimal(base)];
  return ((Number(value?.numerator) - Number(start?.numerator)) / Number(start?.numerator)) * 10_000;
};

describe('the sandbox market', () => {
  test('stays at its table when the walk is zero', async () => {
    expect(await priceAt(NOW, 'USDT', { walkBasisPoints: 0 })).toEqual({
      symbol: 'USDT',
      pair: 'USDT/BRL',
      sell: '5.3892',
      buy: '5.4108',
      asOf: '2026-11-20T12:00:00.000Z',
      sources: ['sandbox'],
    });
    const still = await priceAt(NOW, 'ETH', { walkBasisPoints: 0, spreadBasisPoints: 0 });
    expect([still.sell, still.buy]).toEqual(['18500.00', '18500.00']);
  });

  test('gives all callers the same price within one step, and changes with time', async () => {
    const sells = await Promise.all([0, 249, 749].map((laterMs) => priceAt(NOW + laterMs, 'WBTC')));
    expect(new Set(sells.map(({ sell }) => sell)).size).toBe(1);
    const later = await Promise.all(Array.from({ length: 20 }, (_, step) => priceAt(NOW + step * 1_000, 'WBTC')));
    expect(new Set(later.map(({ sell }) => sell)).size).toBe(20);
  });

  test('stays within its walk, in both directions, and never jumps', async () => {
    const steps = Array.from({ length: 2_000 }, (_, step) =>
      priceAt(NOW + step * 1_000, 'WBTC', { spreadBasisPoints: 0 }),
    );
    const moves = (await Promise.all(steps)).map(({ sell }) => basisPointsFrom(sell, SANDBOX_PRICES.get('WBTC') ?? ''));
    expect(Math.max(...moves)).toBeLessThanOrEqual(50);
    expect(Math.max(...moves)).toBeGreaterThan(25);
    expect(Math.min(...moves)).toBeGreaterThanOrEqual(-50);
    expect(Math.min(...moves)).toBeLessThan(-25);
    const jumps = moves.slice(1).map((move, index) => Math.abs(move - (moves[index] ?? 0)));
    expect(Math.max(...jumps)).toBeLessThanOrEqual(100 / 16 + 0.1);
  });

  test('differs with another seed', async () => {
    const [one, other] = await Promise.all(['1', '2'].map((seed) => priceAt(NOW, 'WBTC', { seed })));
    expect(one?.sell).not.toBe(other?.sell);
  });

  test('pays a seller less than it charges a buyer', async () => {
    for (const symbol of SANDBOX_PRICES.keys()) {
      const { sell, buy } = await priceAt(NOW, symbol);
      expect(basisPointsFrom(buy, sell)).toBeGreaterThan(30);
      expect(basisPointsFrom(buy, sell)).toBeLessThan(50);
    }
  });

  test.each([
    ['SBX_STALE', 'UNAVAILABLE'],
    ['SBX_OUTLIER', 'UNAVAILABLE'],
    ['NOSUCH', 'NOT_FOUND'],
    ['toString', 'NOT_FOUND'],
  ])('has no price for %s: %s', async (symbol, kind) => {
    expect(await feedAt(NOW).price(WHENEVER, symbol)).toMatchObject({ ok: false, kind });
  });

  test('does not answer after the deadline', async () => {
    const late = await feedAt(NOW).price({ deadlineMs: NOW }, 'USDT');
    expect(late).toMatchObject({ ok: false, kind: 'UNAVAILABLE', code: 'TIMEOUT' });
  });
});
