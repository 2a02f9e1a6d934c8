import { createHash } from 'node:crypto';
import { BASIS_POINTS, parseDecimal, roundHalfEven, toDecimal } from '../../../../aggregates/money';
import type { Clock } from '../../../../commands/ports/clock';
import type { Price, PriceFeed } from '../../../../commands/ports/price-feed';
import type { Result } from '../../../../commands/ports/result';
import { failed, NAME } from '../desk';
import { GUARDED, SANDBOX_PEGGED, SANDBOX_PRICES } from './prices';

/** The walk interpolates between points this many steps apart. */
const STRIDE = 16;
const UINT32 = 2n ** 32n;

export interface PriceFeedOptions {
  readonly clock: Clock;
  /** Each seed is another market (default `lastro`). */
  readonly seed?: string;
  /** Amplitude of the walk around the table's price, in basis points (default 50; 0 stands still). */
  readonly walkBasisPoints?: number;
  /** Half the spread, in basis points (default 20). */
  readonly spreadBasisPoints?: number;
  /** How long a price holds (default 1,000). */
  readonly stepMs?: number;
}

type Market = Required<PriceFeedOptions>;

/** A walk's point, from 0 to 2^32 - 1; deterministic. */
const pointAt = ({ seed }: Market, symbol: string, point: number): bigint =>
  BigInt(createHash('sha256').update(`${seed}\n${symbol}\n${point}`).digest().readUInt32BE());

/** Between -walk and +walk basis points, with the denominator UINT32 x STRIDE. */
const walkAt = (market: Market, symbol: string, step: number): bigint => {
  const [point, beyond] = [Math.floor(step / STRIDE), BigInt(step % STRIDE)];
  const [here, next] = [pointAt(market, symbol, point), pointAt(market, symbol, point + 1)];
  const place = here * (BigInt(STRIDE) - beyond) + next * beyond;
  return BigInt(market.walkBasisPoints) * (2n * place - UINT32 * BigInt(STRIDE));
};

const quoteOf = (base: string, walk: bigint, spreadBasisPoints: bigint): string => {
  const scale = base.length - base.indexOf('.') - 1;
  const minor = parseDecimal(base)?.numerator ?? 0n;
  const whole = BASIS_POINTS * UINT32 * BigInt(STRIDE);
  const moved = minor * (whole + walk) * (BASIS_POINTS + spreadBasisPoints);
  return toDecimal(roundHalfEven(moved, whole * BASIS_POINTS), scale);
};

const sidesOf = (market: Market, symbol: string, step: number): Pick<Price, 'sell' | 'buy'> | null => {
  const base = SANDBOX_PRICES.get(symbol);
  if (base === undefined) return null;
  const walk = walkAt(market, symbol, step);
  const spread = BigInt(market.spreadBasisPoints);
  return { sell: quoteOf(base, walk, -spread), buy: quoteOf(base, walk, spread) };
};

const priceNow = (market: Market, symbol: string, deadlineMs: number): Result<Price> => {
  const now = market.clock.now();
  if (now >= deadlineMs) return failed('UNAVAILABLE', 'TIMEOUT', 'No time was left to ask for a price');
  const guarded = GUARDED.get(symbol);
  if (guarded !== undefined) return failed('UNAVAILABLE', 'OTHER', guarded);
  const step = Math.floor(now / market.stepMs);
  const sides = sidesOf(SANDBOX_PEGGED.has(symbol) ? { ...market, walkBasisPoints: 0 } : market, symbol, step);
  if (sides === null) return failed('NOT_FOUND', 'UNSUPPORTED', `The sandbox has no price for ${symbol}`);
  const asOf = new Date(step * market.stepMs).toISOString();
  return { ok: true, value: { symbol, pair: `${symbol}/BRL`, ...sides, asOf, sources: [NAME] } };
};

/** A fixed table and a seeded walk, equal in every process at the same time; integers only. */
export const createSandboxPriceFeed = (options: PriceFeedOptions): PriceFeed<'sandbox'> => {
  const defaults = { seed: 'lastro', walkBasisPoints: 50, spreadBasisPoints: 20, stepMs: 1_000 };
  const market: Market = { ...defaults, ...options };
  return { name: NAME, mode: 'sandbox', price: async ({ deadlineMs }, symbol) => priceNow(market, symbol, deadlineMs) };
};
