import type { CashoutEvent } from '../../../aggregates/cashout/events';
import type { DepositEvent } from '../../../aggregates/deposit/events';
import { PAYOUT_RULES } from './payout-rules';
import { account, BRL, back, move, type Posting } from './postings';
import { feesFrom, type MoneyEvent, need, nothing, type Rules } from './rules';

const DEPOSIT_RULES: Pick<Rules<MoneyEvent>, DepositEvent['type']> = {
  DepositObserved: nothing,
  /** An asset outside of the catalog has no account. */
  DepositFinalised: ({ data: { depositId, assetId, amountBaseUnits } }) =>
    assetId === null
      ? []
      : move(account('treasury', depositId), account('suspense', depositId), assetId, amountBaseUnits),
  DepositReverted: nothing,
  DepositClaimed: nothing,
  DepositMatched: nothing,
  DepositReleased: nothing,
  DepositUnmatched: nothing,
  DepositResolutionProposed: nothing,
  DepositProposalWithdrawn: nothing,
  DepositWrittenOff: ({ data: { depositId, assetId, amountBaseUnits } }) =>
    assetId === null
      ? []
      : move(account('suspense', depositId), account('written-off', depositId), assetId, amountBaseUnits),
  DepositRefunded: ({ data: { depositId, assetId, amountBaseUnits } }) =>
    assetId === null
      ? []
      : move(account('suspense', depositId), account('treasury', depositId), assetId, amountBaseUnits),
};

/** In reais: the value of the crypto, as the debt to the payee and as fees. */
const worth = (before: readonly MoneyEvent[], of: string): readonly Posting[] => {
  const { payout, fees } = need(before, 'CashoutIntentCreated');
  const exchange = account('exchange', of);
  return [...move(exchange, account('payable', of), BRL, payout.amountCents), ...feesFrom(exchange, fees, of)];
};

type Own = Exclude<CashoutEvent['type'], keyof typeof PAYOUT_RULES | 'RefundDue' | 'RefundRecorded'>;

/** Design: audit, section 3, "Deposits, refunds, treasury" and "Payout". */
export const CASHOUT_RULES: Pick<Rules<MoneyEvent>, Own | DepositEvent['type']> = {
  ...DEPOSIT_RULES,
  CashoutIntentCreated: nothing,
  DepositAccepted: ({ data: { depositId, assetId } }, before, of) => {
    const { amountBaseUnits } = need(before, 'CashoutIntentCreated');
    return [
      ...move(account('suspense', depositId), account('exchange', of), assetId, amountBaseUnits),
      ...worth(before, of),
    ];
  },
  ExpiryHeld: nothing,
  CashoutExpired: nothing,
  GiftCardRevealed: nothing,
  CashoutCompleted: nothing,
  CashoutFailed: (_event, before, of) => back(worth(before, of)),
};
