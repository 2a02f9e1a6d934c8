import { toShortDecimal } from '../../money';
import { dropOutlying, isWithin, judgeTick, medianOf, ONE, SCALE, scaledOf, twiceMid } from './judge-ticks';
import type { JudgedTick, Sides, Tick } from './tick';

export const DOLLAR = 'USDT';
const STABLE: readonly string[] = [DOLLAR, 'USDC', 'DAI', 'RLUSD'];
const OUTLYING_BASIS_POINTS = { stable: 75n, other: 150n };
const REFERENCE_BASIS_POINTS = 400n;
const REFERENCE_HOLDS_MS = 6 * 86_400_000;
const LEAST_SOURCES = 2;
const PRICE_DECIMALS = 8;
const MOST_TOLD = 20;

export type PriceRefusal = 'TOO_FEW_SOURCES' | 'OFF_REFERENCE';

export interface Market {
  readonly ticks: readonly Tick[];
  /** BRL for a dollar, as the central bank reports it; null: never read. */
  readonly reference: Tick | null;
}

export type MarketPrice = {
  /** All checked ticks, with the reason why a tick does not count; at most 20. */
  readonly ticks: readonly JudgedTick[];
  /** The reference is missing, or older than six days: prices are not compared with it. */
  readonly isReferenceOld: boolean;
} & (
  | {
      readonly isPriced: true;
      /** BRL per whole unit: the median bid, rounded down, and the median ask, rounded up. */
      readonly sell: string;
      readonly buy: string;
      /** The time of the oldest tick that counts. */
      readonly asOfMs: number;
      readonly sources: readonly string[];
    }
  | { readonly isPriced: false; readonly refusal: PriceRefusal }
);

const counts = ({ dropped }: JudgedTick): boolean => dropped === null;

const sourcesOf = (judged: readonly JudgedTick[]): readonly string[] => [
  ...new Set(judged.filter(counts).map(({ tick }) => tick.source)),
];

const isEnough = (judged: readonly JudgedTick[]): boolean => sourcesOf(judged).length >= LEAST_SOURCES;

const outlyingOf = (symbol: string): bigint => OUTLYING_BASIS_POINTS[STABLE.includes(symbol) ? 'stable' : 'other'];

const mediansOf = (judged: readonly JudgedTick[]): Sides => {
  const sides = judged.filter(counts).map((each) => each.sides);
  return { bid: medianOf(sides.map(({ bid }) => bid)), ask: medianOf(sides.map(({ ask }) => ask)) };
};

interface Looking {
  readonly ticks: readonly Tick[];
  readonly nowMs: number;
}

const judged = ({ ticks, nowMs }: Looking, base: string, quote: string): readonly JudgedTick[] =>
  ticks.filter((tick) => tick.base === base && tick.quote === quote).map(judgeTick(nowMs));

const throughDollar = (each: JudgedTick, dollar: Sides): JudgedTick => ({
  ...each,
  sides: { bid: (each.sides.bid * dollar.bid) / ONE, ask: (each.sides.ask * dollar.ask) / ONE },
});

/** A direct pair; with fewer than two sources also the pair with the dollar, once for each source. */
const candidatesFor = (looking: Looking, symbol: string, dollar: readonly JudgedTick[]): readonly JudgedTick[] => {
  const direct = dropOutlying(judged(looking, symbol, 'BRL'), outlyingOf(symbol));
  if (isEnough(direct) || symbol === DOLLAR || !isEnough(dollar)) return direct;
  const sides = mediansOf(dollar);
  const known = sourcesOf(direct);
  const crossed = judged(looking, symbol, DOLLAR)
    .filter(({ tick }) => !known.includes(tick.source))
    .map((each) => throughDollar(each, sides));
  return dropOutlying([...direct, ...crossed], outlyingOf(symbol));
};

/** BRL that this price implies for a dollar; null when the asset is not tied to the dollar. */
const impliedDollar = (looking: Looking, symbol: string, price: Sides): bigint | null => {
  if (STABLE.includes(symbol)) return twiceMid(price);
  const inDollars = judged(looking, symbol, DOLLAR).filter(counts);
  return inDollars.length === 0 ? null : (twiceMid(price) * ONE * 2n) / twiceMid(mediansOf(inDollars));
};

const isOffReference = (implied: bigint | null, { bid, ask }: Tick): boolean => {
  const reference = (scaledOf(bid) ?? 0n) + (scaledOf(ask) ?? 0n);
  return implied !== null && reference > 0n && !isWithin(implied, reference, REFERENCE_BASIS_POINTS);
};

const isUsable = (reference: Tick | null, nowMs: number): reference is Tick =>
  reference !== null && nowMs - (reference.sourceMs ?? reference.receivedMs) <= REFERENCE_HOLDS_MS;

const asText = (value: bigint, isUp: boolean): string => {
  const unit = 10n ** BigInt(SCALE - PRICE_DECIMALS);
  return toShortDecimal((value + (isUp ? unit - 1n : 0n)) / unit, PRICE_DECIMALS);
};

const asOfMs = (ticks: readonly JudgedTick[]): number =>
  Math.min(...ticks.filter(counts).map(({ tick }) => tick.sourceMs ?? tick.receivedMs));

export const marketPrice = ({ ticks, reference }: Market, symbol: string, nowMs: number): MarketPrice => {
  const looking = { ticks, nowMs };
  const dollar = dropOutlying(judged(looking, DOLLAR, 'BRL'), outlyingOf(DOLLAR));
  const candidates = symbol === DOLLAR ? dollar : candidatesFor(looking, symbol, dollar);
  const told = { ticks: candidates.slice(0, MOST_TOLD), isReferenceOld: !isUsable(reference, nowMs) };
  if (!isEnough(candidates)) return { ...told, isPriced: false, refusal: 'TOO_FEW_SOURCES' };
  const price = mediansOf(candidates);
  const implied = impliedDollar(looking, symbol, price);
  if (isUsable(reference, nowMs) && isOffReference(implied, reference)) {
    return { ...told, isPriced: false, refusal: 'OFF_REFERENCE' };
  }
  const sides = { sell: asText(price.bid, false), buy: asText(price.ask, true) };
  return { ...told, isPriced: true, ...sides, asOfMs: asOfMs(candidates), sources: sourcesOf(candidates) };
};
