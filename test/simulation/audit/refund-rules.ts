import { account, BRL, move, type Posting } from './postings';
import { find, type MoneyEvent, type MoneyEventOf, need, type Rule, type Rules } from './rules';
import { isBurnt, withdrawalRefund } from './withdrawal-rules';

type RefundEvent = MoneyEventOf<'RefundDue' | 'RefundRecorded'>;

/** Design: audit, section 3: the refund due in crypto, and the transfer of the operator that pays it. */
export const REFUND_RULES: Pick<Rules<MoneyEvent>, RefundEvent['type']> = {
  RefundDue: ({ data }, before, of) => {
    if ('withdrawId' in data) return withdrawalRefund(data, before, of);
    const from = data.reason === 'SURPLUS' ? account('suspense', data.depositId) : account('exchange', of);
    return move(from, account('refunds-due', of), data.assetId, data.amountBaseUnits);
  },
  RefundRecorded: (event, before, of) => {
    const { assetId, dueBaseUnits, amountBaseUnits, network, gasBaseUnits = '0' } = event.data;
    const gas = move(account('costs', of), account('treasury', of), `${network}:native`, gasBaseUnits);
    if ('withdrawId' in event.data && isBurnt(before)) return [...burntRefund(event, before, of), ...gas];
    const treasury = account('treasury', find(before, 'DepositAccepted')?.data.depositId ?? of);
    return [
      ...move(account('refunds-due', of), treasury, assetId, dueBaseUnits),
      ...move(account('losses', of), treasury, assetId, BigInt(amountBaseUnits) - BigInt(dueBaseUnits)),
      ...gas,
    ];
  },
};

/** A burnt asset was never ours: its refund is bought for the reais that are owed. */
const burntRefund: Rule<'RefundRecorded'> = ({ data }, before, of): readonly Posting[] => {
  const dues = before.filter(({ type }) => type === 'RefundDue');
  const bought = (number: number): readonly Posting[] => {
    const due = dues[number - 1];
    if (due === undefined) throw new Error(`nothing is due as ${number}`);
    const isFailure = due.type === 'RefundDue' && due.data.reason === 'PAYOUT_FAILED';
    if (isFailure) {
      const { grossCents } = need(before, 'WithdrawalRequested');
      return move(account('refunds-due', of), account('bank', of), BRL, grossCents);
    }
    const resolved = before[before.indexOf(due) - 1];
    if (resolved?.type !== 'ReturnResolved') throw new Error('a return is due that was not resolved');
    return move(account('exchange', of), account('bank', of), BRL, resolved.data.amountCents);
  };
  return data.dues.flatMap(bought);
};
