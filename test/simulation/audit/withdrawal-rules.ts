import type { PeggedBalanceEvent } from '../../../aggregates/pegged-balance/events';
import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import type { PAYOUT_RULES } from './payout-rules';
import { account, BRL, back, move, type Posting } from './postings';
import { feesFrom, type MoneyEvent, need, nothing, type Rules } from './rules';

type Own = Exclude<
  (PeggedBalanceEvent | WithdrawalEvent)['type'],
  keyof typeof PAYOUT_RULES | 'RefundDue' | 'RefundRecorded'
>;

const isSettled = (before: readonly MoneyEvent[]): boolean => before.some(({ type }) => type === 'RedemptionSettled');

export const isBurnt = (before: readonly MoneyEvent[]): boolean =>
  isSettled(before) && need(before, 'RedemptionSettled').debit.to === 'ISSUER';

/** After the debit: the debt to the payee and the fees go back. */
const givenBack = (before: readonly MoneyEvent[], of: string): readonly Posting[] => {
  const { payout, fees } = need(before, 'WithdrawalRequested');
  const owing = account(isBurnt(before) ? 'refunds-due' : 'exchange', of);
  return back([...move(owing, account('payable', of), BRL, payout.amountCents), ...feesFrom(owing, fees, of)]);
};

/** Design: audit, section 3, "Withdraw": a reservation is no money, a final debit is. */
export const WITHDRAWAL_RULES: Pick<Rules<MoneyEvent>, Own> = {
  BalanceReserved: nothing,
  BalanceCaptured: nothing,
  BalanceReleased: nothing,
  PeggedDebitSettled: ({ data: { debit, grossCents, netCents, fees } }, _before, of) => {
    const { amountBaseUnits, assetId, issuerCents } = debit;
    const paid = account(debit.to === 'ISSUER' ? 'bank' : 'exchange', of);
    const owed = [...move(paid, account('payable', of), BRL, netCents), ...feesFrom(paid, fees, of)];
    const lost = issuerCents === null ? 0n : BigInt(grossCents) - BigInt(issuerCents);
    return [
      ...(debit.to === 'ISSUER'
        ? []
        : move(account('treasury', of), account('exchange', of), assetId, amountBaseUnits)),
      ...owed,
      ...move(account('losses', of), account('bank', of), BRL, lost),
    ];
  },
  WithdrawalRequested: nothing,
  WithdrawalAbandoned: nothing,
  RedemptionSent: nothing,
  RedemptionUnknown: nothing,
  RedemptionSettled: nothing,
  RedemptionFailed: nothing,
  RedemptionContradicted: nothing,
  RedemptionDecisionProposed: nothing,
  RedemptionProposalWithdrawn: nothing,
  // A debit that operators found was never settled: it came in, and pays for no payout.
  RedemptionDecided: ({ data: { debited } }, _before, of) =>
    debited === null
      ? []
      : move(account('treasury', of), account('exchange', of), debited.assetId, debited.amountBaseUnits),
  WithdrawalCompleted: nothing,
  WithdrawalFailed: ({ data }, before, of) => (data.refundDue && isSettled(before) ? givenBack(before, of) : []),
};

/** A burnt asset is owed back in reais; the base units of the event are only their measure. */
export const withdrawalRefund = (
  data: { readonly assetId: number; readonly amountBaseUnits: string },
  before: readonly MoneyEvent[],
  of: string,
): readonly Posting[] =>
  isBurnt(before) ? [] : move(account('exchange', of), account('refunds-due', of), data.assetId, data.amountBaseUnits);
