import { createHash } from 'node:crypto';
import { BASIS_POINTS, parseDecimal, roundHalfEven, toDecimal } from '../../../aggregates/money';
import type { Clock } from '../../../commands/ports/clock';
import type { PriceFeed } from '../../../commands/ports/providers/price-feed';
import { failed, iso, NAME } from './desk';

/** Worth a real, and still: half a percent off would end every withdrawal. */
const PEGGED = ['BBRL', 'BRL1', 'BRLA', 'BRLS', 'BRZ'];

/** Base prices in BRL per whole unit; quotes have as many decimals as written here. */
export const SANDBOX_PRICES: ReadonlyMap<string, string> = new Map([
  ...PEGGED.map((pegged) => [pegged, '1.0000'] as const),
  ['BNB', '4650.00'],
  ['DAI', '5.3900'],
  ['ETH', '18500.00'],
  ['POL', '1.2500'],
  ['RLUSD', '5.4000'],
  ['SIMETH', '18500.00'],
  ['SIMUSD', '5.4000'],
  ['SOL', '980.00'],
  ['TRX', '1.6200'],
  ['USDC', '5.4000'],
  ['USDC.e', '5.3900'],
  ['USDT', '5.4000'],
  ['WBTC', '570000.00'],
  ['XLM', '1.9500'],
  ['XRP', '13.2000'],
]);

const GUARDED: ReadonlyMap<string, string> = new Map([
  ['SBX_STALE', 'Every source is older than 60 s'],
  ['SBX_OUTLIER', 'The prices of the sources differ too much'],
]);

export interface PriceFeedOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Each seed is another market (default `lastro`). */
  readonly seed?: string;
  /** Amplitude of the walk around the table's price, in basis points (default 50; 0 stands still). */
  readonly walkBasisPoints?: number;
  /** Half the spread, in basis points (default 20). */
  readonly spreadBasisPoints?: number;
}

type Market = Required<PriceFeedOptions>;

const STEP_MS = 1_000;

/** The walk interpolates between points with this distance in steps. */
const STRIDE = 16;
const UINT32 = 2n ** 32n;

/** Between -walk and +walk basis points, with the denominator UINT32 x STRIDE. */
const walkAt = ({ seed, walkBasisPoints }: Market, symbol: string, step: number): bigint => {
  const pointAt = (point: number): bigint =>
    BigInt(createHash('sha256').update(`${seed}\n${symbol}\n${point}`).digest().readUInt32BE());
  const [point, beyond] = [Math.floor(step / STRIDE), BigInt(step % STRIDE)];
  const place = pointAt(point) * (BigInt(STRIDE) - beyond) + pointAt(point + 1) * beyond;
  return BigInt(walkBasisPoints) * (2n * place - UINT32 * BigInt(STRIDE));
};

const quoteOf = (base: string, walk: bigint, spreadBasisPoints: bigint): string => {
  const scale = base.length - base.indexOf('.') - 1;
  const minor = parseDecimal(base)?.numerator ?? 0n;
  const whole = BASIS_POINTS * UINT32 * BigInt(STRIDE);
  const moved = minor * (whole + walk) * (BASIS_POINTS + spreadBasisPoints);
  return toDecimal(roundHalfEven(moved, whole * BASIS_POINTS), scale);
};

/** A fixed table and a seeded walk, equal in every process at the same time; integers only. */
export const createSandboxPriceFeed = (options: PriceFeedOptions): PriceFeed<'sandbox'> => {
  const market: Market = { seed: 'lastro', walkBasisPoints: 50, spreadBasisPoints: 20, ...options };
  const price: PriceFeed<'sandbox'>['price'] = async ({ deadlineMs }, symbol) => {
    const now = market.clock.now();
    if (now >= deadlineMs)
      return failed('UNAVAILABLE', 'TIMEOUT', 'The deadline had passed before the request for a price');
    const guarded = GUARDED.get(symbol);
    if (guarded !== undefined) return failed('UNAVAILABLE', 'OTHER', guarded);
    const base = SANDBOX_PRICES.get(symbol);
    if (base === undefined) return failed('NOT_FOUND', 'UNSUPPORTED', `The sandbox has no price for ${symbol}`);
    const step = Math.floor(now / STEP_MS);
    const walk = PEGGED.includes(symbol) ? 0n : walkAt(market, symbol, step);
    const spread = BigInt(market.spreadBasisPoints);
    const sides = { sell: quoteOf(base, walk, -spread), buy: quoteOf(base, walk, spread) };
    return {
      ok: true,
      value: { symbol, pair: `${symbol}/BRL`, ...sides, asOf: iso(step * STEP_MS), sources: [NAME] },
    };
  };
  return { name: NAME, mode: 'sandbox', price };
};
