import { rejection } from '../rejection';
import type { RevealGiftCard } from './commands';
import type { CashoutEvent } from './events';
import type { CashoutState } from './state';

/** Limit per gift card: more than a person needs, and a bound on the events in the log. */
export const MAXIMUM_REVEALS = 20;

/** Recorded before the PIN is shown. No event means that the limit is reached: the PIN is not shown. */
export const revealGiftCard = (state: CashoutState, { now }: RevealGiftCard): readonly CashoutEvent[] => {
  if (state.status !== 'COMPLETED' || state.facts.payout.kind !== 'GIFT_CARD') {
    throw rejection('WRONG_STATE', 'The intent has bought no gift card');
  }
  if (state.reveals >= MAXIMUM_REVEALS) return [];
  return [{ type: 'GiftCardRevealed', data: { intentId: state.facts.intentId, revealedAt: now } }];
};
