import type { CashinEvent } from './events';
import { contradictionOf, type KnownCashin } from './state';

/** Recorded contradictions per intent: an operator knows by then. */
export const MAXIMUM_CONTRADICTIONS = 20;

/** Of a delivery that failed after one operator's word, who may have sent it by hand meanwhile. */
export const FAILED_AGAINST_WORD = 'failed, and an operator says that it arrived';

/** Of a delivery that arrived after one operator's word, who may have given its PIX back meanwhile. */
export const ARRIVED_AGAINST_WORD = 'arrived, and an operator says that its PIX has gone back';

/** Of a delivery that arrived after one operator's word on another transaction, which may have been sent by hand. */
export const ARRIVED_BESIDE_WORD = 'arrived in another transaction than an operator says';

/** Of a refund that was made after one operator's word on another transfer, which may have been sent by hand. */
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
