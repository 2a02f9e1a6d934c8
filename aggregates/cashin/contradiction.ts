import type { CashinEvent } from './events';
import { contradictionOf, type KnownCashin } from './state';

/** Limit of recorded contradictions per intent: an operator knows by then. */
export const MAXIMUM_CONTRADICTIONS = 20;

/** The delivery failed, but one operator had reported its arrival and may have sent it by hand. */
export const FAILED_AGAINST_WORD = 'failed, and an operator says that it arrived';

/** The delivery arrived, but one operator had reported its PIX as sent back and may have refunded it. */
export const ARRIVED_AGAINST_WORD = 'arrived, and an operator says that its PIX has gone back';

/** The delivery arrived, but one operator had reported another transaction, perhaps sent by hand. */
export const ARRIVED_BESIDE_WORD = 'arrived in another transaction than an operator says';

/** The refund was made, but one operator had reported another transfer, perhaps sent by hand. */
export const REFUNDED_BESIDE_WORD = 'refunded, and an operator says that it has gone back by another transfer';

/** Records each contradiction once; a different one may be about other money. */
export const contradict = (
  { facts, contradictions }: KnownCashin,
  about: string,
  detail: string,
  now: string,
): readonly CashinEvent[] => {
  if (contradictions.includes(contradictionOf(about, detail))) return [];
  if (contradictions.length >= MAXIMUM_CONTRADICTIONS) return [];
  return [{ type: 'CashinContradicted', data: { intentId: facts.intentId, about, detail, contradictedAt: now } }];
};
