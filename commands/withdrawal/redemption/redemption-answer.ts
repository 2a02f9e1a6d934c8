import type { PeggedDebit } from '../../../aggregates/pegged-balance/events';
import type { BalanceReading } from '../../../aggregates/pegged-balance/terms';
import type { Alert } from '../../alerts/kinds';
import type { Redemption } from '../../ports/providers/pegged-redemption';
import type { Result } from '../../ports/providers/result';

/** 2^256 has 78 digits: more are no amount of any chain. */
const DIGITS = /^\d{1,78}$/;

const ENDS: readonly string[] = ['REVERTED', 'DROPPED', 'REFUSED'];

/** Longer texts are no ids, addresses or times of a chain. */
const MAXIMUM_TEXT = 200;

export const isReading = ({ balanceBaseUnits, allowanceBaseUnits, blockNumber }: BalanceReading): boolean =>
  [balanceBaseUnits, allowanceBaseUnits, blockNumber].every((digits) => DIGITS.test(digits));

export interface RedemptionQuestion {
  readonly stream: string;
  readonly redemption: string;
  readonly redemptionKey: string;
}

/** An answer about another key, in an unknown state, or about an impossible debit counts as UNKNOWN. */
export const believedRedemption = (
  alert: Alert,
  { stream, redemption, redemptionKey }: RedemptionQuestion,
  answer: Result<Redemption>,
): Result<Redemption> => {
  const breach = answer.ok ? breachOf(redemptionKey, answer.value) : null;
  if (breach === null) return answer;
  alert('A redemption gave an impossible answer', { stream, redemption, redemptionKey, detail: breach });
  return { ok: false, kind: 'UNKNOWN', code: 'PROTOCOL', provider: redemption, message: breach };
};

const breachOf = (redemptionKey: string, answer: Redemption): string | null => {
  if (answer.redemptionKey !== redemptionKey) return 'the answer has another key';
  switch (answer.state) {
    case 'PENDING':
      return null;
    case 'FAILED':
      return ENDS.includes(answer.failure ?? '') ? null : 'the failure code is unknown';
    case 'SETTLED':
      return answer.debit === undefined || !isDebit(answer.debit) ? 'the debit is malformed' : null;
  }
  return 'the state is unknown';
};

const isDebit = (debit: PeggedDebit): boolean => {
  const { amountBaseUnits, blockNumber, gasBaseUnits, issuerCents } = debit;
  const digits = [amountBaseUnits, blockNumber, gasBaseUnits ?? '0', issuerCents ?? '0'];
  const texts = [debit.debitId, debit.network, debit.txid, debit.wallet, debit.receiver ?? '', debit.blockTime];
  return (
    digits.every((each) => DIGITS.test(each)) &&
    texts.every((each) => each.length <= MAXIMUM_TEXT) &&
    !Number.isNaN(Date.parse(debit.blockTime))
  );
};

/** A call that throws may have sent something. */
export const askedRedemption = async <Value>(
  redemption: string,
  question: () => Promise<Result<Value>>,
): Promise<Result<Value>> => {
  try {
    return await question();
  } catch {
    return { ok: false, kind: 'UNKNOWN', code: 'OTHER', provider: redemption, message: 'The call ended in an error' };
  }
};
