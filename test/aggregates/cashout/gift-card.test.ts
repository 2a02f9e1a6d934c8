import { cashout, MAXIMUM_REVEALS } from '../../../aggregates/cashout/cashout';
import type { CashoutEvent } from '../../../aggregates/cashout/events';
import { intentCreated, time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';
import { allBut, histories, type Situation } from './histories';

const created = event('CashoutIntentCreated', { payout: { ...intentCreated.payout, kind: 'GIFT_CARD' } });
const bought = (situation: Situation, ...more: readonly CashoutEvent[]) =>
  given(
    cashout,
    ...histories[situation].map((happened) => (happened.type === created.type ? created : happened)),
    ...more,
  );
const reveal = { type: 'RevealGiftCard', now: time(220) } as const;
const shown = event('GiftCardRevealed');

test.each(['COMPLETED', 'RETURNED'] as const)('shows the PIN of a bought gift card: %s', (situation) =>
  bought(situation).when(reveal).then(shown));

test('shows the PIN at most as often as allowed', () => {
  const times = (count: number) => Array.from({ length: count }, () => shown);
  bought('COMPLETED', ...times(MAXIMUM_REVEALS - 1))
    .when(reveal)
    .then(shown);
  bought('COMPLETED', ...times(MAXIMUM_REVEALS))
    .when(reveal)
    .nothing();
});

test.each(allBut('COMPLETED', 'RETURNED'))('shows no PIN of a gift card that is not bought: %s', (situation) =>
  bought(situation).when(reveal).rejects('WRONG_STATE'));

test('shows no PIN for a payout of another kind', () =>
  given(cashout, ...histories.COMPLETED)
    .when(reveal)
    .rejects('WRONG_STATE'));
