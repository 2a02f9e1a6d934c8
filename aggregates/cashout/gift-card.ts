import { rejection } from '../rejection';
import type { RevealGiftCard } from './commands';
import type { CashoutEvent } from './events';
import type { CashoutState } from './state';

/** How often the PIN of one gift card is shown: more often than a person looks, and a bound on what the log keeps. */
export const MAXIMUM_REVEALS = 20;

/** Says that the PIN is about to be shown; nothing once it has been shown often enough, and then it is not shown. */
export const revealGiftCard = (state: CashoutState, { now }: RevealGiftCard): readonly CashoutEvent[] => {
  if (state.status !== 'COMPLETED' || state.facts.payout.kind !== 'GIFT_CARD') {
    throw rejection('WRONG_STATE', 'The intent has bought no gift card');
  }
  if (state.reveals >= MAXIMUM_REVEALS) return [];
  return [{ type: 'GiftCardRevealed', data: { intentId: state.facts.intentId, revealedAt: now } }];
};
