import type { Cents } from '../../../aggregates/money';
import type { PaidUnderKey, PayoutState } from '../../../aggregates/payout/state';

export type OrderOutcome = 'OPEN' | 'PAID' | 'NOT_PAID';

export interface ComparedOrder {
  readonly outcome: OrderOutcome;
  readonly amountCents: Cents;
  readonly returnedCents: Cents;
}

export interface ListedOrder extends ComparedOrder {
  readonly isAnotherPayee: boolean;
}

export type DifferenceKind =
  | 'ORDER_WITHOUT_PAYOUT'
  | 'PAYOUT_WITHOUT_ORDER'
  | 'OTHER_OUTCOME'
  | 'OTHER_AMOUNT'
  | 'OTHER_PAYEE'
  | 'UNBOOKED_RETURN';

export const loggedUnder = (
  state: PayoutState,
  providerKey: string,
  { amountCents }: { readonly amountCents: Cents },
): ComparedOrder | null => {
  const paid = paidIn(state).find((each) => each.providerKey === providerKey);
  if (paid !== undefined) return { outcome: 'PAID', amountCents: paid.paidCents, returnedCents: paid.returnedCents };
  if (!(state.sent ?? []).some((each) => each.providerKey === providerKey)) return null;
  const isOpen = (state.phase === 'DISPATCHED' || state.phase === 'UNKNOWN') && state.providerKey === providerKey;
  return { outcome: isOpen ? 'OPEN' : 'NOT_PAID', amountCents, returnedCents: 0n };
};

const paidIn = (state: PayoutState): readonly PaidUnderKey[] => [
  ...(state.earlier ?? []),
  ...(state.phase === 'SETTLED' ? [state] : []),
];

/** An order that both sides have. The log is read after the list: an outcome that is open on either side is no difference. */
const differencesInBoth = (logged: ComparedOrder, listed: ListedOrder): readonly DifferenceKind[] => {
  const isOpen = logged.outcome === 'OPEN' || listed.outcome === 'OPEN';
  const isRefused = listed.outcome === 'NOT_PAID';
  const found: readonly (readonly [DifferenceKind, boolean])[] = [
    ['OTHER_OUTCOME', !isOpen && logged.outcome !== listed.outcome],
    ['OTHER_AMOUNT', !isRefused && logged.amountCents !== listed.amountCents],
    ['OTHER_PAYEE', !isRefused && listed.isAnotherPayee],
    ['UNBOOKED_RETURN', !isOpen && logged.outcome === 'PAID' && listed.returnedCents > logged.returnedCents],
  ];
  return found.flatMap(([kind, isFound]) => (isFound ? [kind] : []));
};

export const differencesOf = (logged: ComparedOrder | null, listed: ListedOrder | null): readonly DifferenceKind[] => {
  if (listed === null) return logged?.outcome === 'PAID' ? ['PAYOUT_WITHOUT_ORDER'] : [];
  if (logged === null) return listed.outcome === 'NOT_PAID' ? [] : ['ORDER_WITHOUT_PAYOUT'];
  return differencesInBoth(logged, listed);
};
