import { fold } from '../../../aggregates/decider';
import { peggedBalance } from '../../../aggregates/pegged-balance/pegged-balance';
import { holdsOf, isHolding } from '../../../aggregates/pegged-balance/state';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { redemptionKeyOf } from '../../../commands/handling/deterministic-ids';
import type { Findings } from './demand';
import { type Evidence, ofType, type Streams } from './evidence';

const PATH = /^(ABANDONED|REDEEMING( FAILED| PAYING( COMPLETED| UNPAID)?)?)$/;

export const checkWithdrawalPaths = ({ ofWithdrawals }: Streams, { holds }: Findings): void => {
  for (const [stream, history] of ofWithdrawals) {
    const statuses = history.map((_, index) => fold(withdrawal, history.slice(0, index + 1)).status);
    const path = statuses.filter((status, index) => status !== statuses[index - 1]).join(' ');
    holds('a withdrawal goes its way', PATH.test(path), stream, path);
  }
};

/** The debit that truly left the wallet, in a block that was final at that time; null: no debit. */
const debitAt = ({ world }: Evidence, withdrawId: string, at: string) => {
  const key = redemptionKeyOf(withdrawId);
  const moved = world.redemption.chain.debits().filter((debit) => debit.key === key && debit.hasMoved);
  const isFinal = moved.every(({ minedAtMs }) => world.redemption.chain.isFinalAt(minedAtMs, Date.parse(at)));
  return moved[0] !== undefined && moved.length === 1 && isFinal ? moved[0] : null;
};

/** No payout without a debit of exactly the gross from that wallet, final when the ledger relied on it. */
export const checkDebits = (evidence: Evidence, { holds, equal }: Findings): void => {
  const claimed: string[] = [];
  for (const [stream, history] of evidence.ofWallets) {
    for (const { data } of ofType(history, 'PeggedDebitSettled')) {
      const truth = debitAt(evidence, data.withdrawId, data.settledAt);
      const told = { txid: data.debit.txid, wallet: data.debit.wallet, amount: BigInt(data.debit.amountBaseUnits) };
      const { txid, wallet, amount } = truth ?? { txid: null, wallet: null, amount: null };
      equal('a settled debit is final', told, { txid, wallet, amount }, stream, data.withdrawId);
      claimed.push(data.debit.debitId);
    }
  }
  holds('a debit serves one withdrawal', new Set(claimed).size === claimed.length, claimed);
  for (const [stream, history] of evidence.ofWithdrawals) {
    const [requested] = ofType(history, 'WithdrawalRequested');
    if (requested === undefined) continue;
    const { withdrawId, amountBaseUnits } = requested.data;
    for (const { data } of ofType(history, 'PayoutDispatched')) {
      const truth = debitAt(evidence, withdrawId, data.dispatchedAt);
      equal('no payout without a final debit', truth?.amount.toString(), amountBaseUnits, stream);
    }
  }
};

/** At rest no reservation and no debit is left without a withdrawal that needs it. */
export const checkPromises = (evidence: Evidence, { holds, equal }: Findings): void => {
  const { chain } = evidence.world.redemption;
  for (const history of evidence.ofWallets.values()) {
    for (const [withdrawId, hold] of holdsOf(fold(peggedBalance, history))) {
      const stream = `withdrawal-${withdrawId}`;
      const { status } = fold(withdrawal, evidence.ofWithdrawals.get(stream) ?? []);
      const isTold = evidence.told.has(stream);
      if (isHolding(hold))
        holds('a promise is kept only while somebody looks', status === 'REDEEMING' && isTold, stream);
      if (status === 'REDEEMING') holds('a person was told of a debit that does not end', isTold, stream);
      const moved = chain.debits().some(({ key, hasMoved }) => key === redemptionKeyOf(withdrawId) && hasMoved);
      const isOwed = status === 'PAYING' || status === 'COMPLETED' || status === 'UNPAID' || isTold;
      if (moved) holds('no wallet is debited for nothing', isOwed, stream, status);
    }
  }
  const uncovered = chain.debits().filter(({ hasMoved, fate }) => !hasMoved && fate !== 'DISPLACED');
  equal(
    'no wallet is promised twice',
    uncovered.filter(({ wallet }) => !chain.hasSpent(wallet)),
    [],
  );
  for (const [stream, history] of evidence.ofWithdrawals) {
    const { status } = fold(withdrawal, history);
    if (status === 'PAYING') holds('a person was told of what does not end', evidence.told.has(stream), stream);
  }
};
