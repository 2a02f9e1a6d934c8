import type { PayoutEvent } from '../../../aggregates/payout/events';
import { account, BRL, move, type Posting } from './postings';
import { type MoneyEvent, nothing, type Rules } from './rules';

type PayoutRules = Pick<Rules<MoneyEvent>, Exclude<PayoutEvent<object>['type'], 'RefundRecorded'>>;

/** A key that is sent again posts once: nothing came back in between. */
const amountRequested = (before: readonly MoneyEvent[], providerKey: string): string => {
  for (const { type, data } of before)
    if (type === 'PayoutRequested' && data.providerKey === providerKey) return data.amountCents;
  throw new Error(`no payout was requested under ${providerKey}`);
};

/** Keys whose outcome is open. */
const flyingIn = (before: readonly MoneyEvent[]): ReadonlySet<string> => {
  const flying = new Set<string>();
  for (const { type, data } of before) {
    if (type === 'PayoutDispatched') flying.add(data.providerKey);
    if (type === 'PayoutRejected' || type === 'PayoutDecided' || type === 'PayoutSettled')
      flying.delete(data.providerKey);
  }
  return flying;
};

const isHeldBack = (before: readonly MoneyEvent[], decided: object | undefined): boolean =>
  decided !== undefined && flyingIn(before).size === 0;

const isInFlight = (before: readonly MoneyEvent[], providerKey: string): boolean =>
  before.some(({ type, data }) => type === 'PayoutDispatched' && data.providerKey === providerKey);

const comesBack = (before: readonly MoneyEvent[], providerKey: string, of: string): readonly Posting[] =>
  move(account('in-flight', of), account('payable', of), BRL, amountRequested(before, providerKey));

/** The RefundDue of the same append posts the refund in crypto. */
const RESOLVED_TO = { PAID_AGAIN: 'payable', CRYPTO_DUE: 'exchange', PARTNER_PAID: 'bank' } as const;

/** A second payment that failed is a return again: the payment has ended, and no other account takes the cents. */
const openAgain = (before: readonly MoneyEvent[], providerKey: string, of: string): readonly Posting[] =>
  before.some(({ type, data }) => type === 'ReturnResolved' && data.how === 'PAID_AGAIN')
    ? move(account('payable', of), account('returned', of), BRL, amountRequested(before, providerKey))
    : [];

/** Cash-out and withdrawal share one saga. */
export const PAYOUT_RULES: PayoutRules = {
  PayoutRequested: nothing,
  PayoutDispatched: ({ data }, before, of) =>
    isInFlight(before, data.providerKey)
      ? []
      : move(account('payable', of), account('in-flight', of), BRL, amountRequested(before, data.providerKey)),
  PayoutOutcomeUnknown: nothing,
  PayoutRejected: ({ data }, before, of) => [
    ...comesBack(before, data.providerKey, of),
    ...(data.nextAttemptAt === null ? openAgain(before, data.providerKey, of) : []),
  ],
  // A contradicted payout may have been rejected before: its amount has come back already.
  PayoutDecided: ({ data }, before, of) => [
    ...(flyingIn(before).has(data.providerKey) ? comesBack(before, data.providerKey, of) : []),
    ...openAgain(before, data.providerKey, of),
  ],
  // Operators may settle under a rejected key: the account that holds the amount has paid it.
  PayoutSettled: ({ data: { amountCents, feeCents = '0', decided } }, before, of) => [
    ...move(account(isHeldBack(before, decided) ? 'payable' : 'in-flight', of), account('bank', of), BRL, amountCents),
    ...move(account('costs', of), account('bank', of), BRL, feeCents),
  ],
  PayoutReturned: ({ data }, _before, of) => move(account('bank', of), account('returned', of), BRL, data.amountCents),
  ReturnResolved: ({ data: { how, amountCents } }, _before, of) =>
    move(account('returned', of), account(RESOLVED_TO[how], of), BRL, amountCents),
  PayoutContradicted: nothing,
  PayoutDeferred: nothing,
  PayoutHeld: nothing,
  PayoutReleased: nothing,
  PayoutDecisionProposed: nothing,
  PayoutProposalWithdrawn: nothing,
};
