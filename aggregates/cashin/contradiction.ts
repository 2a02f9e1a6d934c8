import type { CashinEvent } from './events';
import { contradictionOf, type KnownCashin } from './state';

export const MAXIMUM_CONTRADICTIONS = 20;

/** Contradictions with one operator's proposal: the operator may have moved the money by hand. */
export const FAILED_AGAINST_WORD = 'failed, and an operator says that it arrived';

export const ARRIVED_AGAINST_WORD = 'arrived, and an operator says that its PIX has gone back';

export const ARRIVED_BESIDE_WORD = 'arrived in another transaction than an operator says';

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
