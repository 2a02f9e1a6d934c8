import { scaledOf } from './judge-ticks';
import type { Tick } from './tick';

/** The market reports a peg far less often than a price. */
export const PEG_HOLDS_MS = 15 * 60_000;
const AHEAD_MS = 10_000;

export interface PegPrice {
  readonly price: string;
  readonly asOfMs: number;
  readonly tick: Tick;
}

/** The last market price of a pegged asset, at most 15 minutes old; null without one. */
export const pegPrice = (ticks: readonly Tick[], symbol: string, nowMs: number): PegPrice | null => {
  const tick = ticks.find(({ base, quote }) => base === symbol && quote === 'BRL');
  if (tick === undefined || (scaledOf(tick.bid) ?? 0n) === 0n) return null;
  const asOfMs = tick.sourceMs ?? tick.receivedMs;
  const ageMs = nowMs - Math.min(asOfMs, tick.receivedMs);
  return ageMs > PEG_HOLDS_MS || nowMs - asOfMs < -AHEAD_MS ? null : { price: tick.bid, asOfMs, tick };
};
