import type { DepositId } from '../chain';
import { invalidField, rejection } from '../rejection';
import type { CommandOf } from './commands';
import type { TransactionGivenUp, WatcherEvent } from './events';

export interface GivenUp {
  readonly deposits: readonly DepositId[];
  readonly transactions: readonly Pick<TransactionGivenUp, 'txid' | 'blockHash' | 'givenUpAt'>[];
}

export const NOTHING_GIVEN_UP: GivenUp = { deposits: [], transactions: [] };

type Telling = Extract<
  WatcherEvent,
  { readonly type: 'DepositGivenUp' | 'GivenUpJudged' | 'TransactionGivenUp' | 'DepositsLost' }
>;

export const withGivenUp = (givenUp: GivenUp, event: Telling): GivenUp => {
  const { deposits, transactions } = givenUp;
  switch (event.type) {
    case 'DepositGivenUp':
      return { ...givenUp, deposits: [...deposits, event.data.depositId] };
    case 'GivenUpJudged':
      return { ...givenUp, deposits: deposits.filter((depositId) => depositId !== event.data.depositId) };
    case 'DepositsLost':
      return { ...givenUp, deposits: deposits.filter((depositId) => !event.data.depositIds.includes(depositId)) };
    case 'TransactionGivenUp': {
      const { txid, blockHash, givenUpAt } = event.data;
      return { ...givenUp, transactions: [...transactions, { txid, blockHash, givenUpAt }] };
    }
  }
};

const mustHaveReason = (reason: string): void => {
  if (reason.trim() === '') throw invalidField('reason', 'must state the reason');
};

export const giveUpDeposit = (
  { deposits }: GivenUp,
  isAccepted: boolean,
  { network, depositId, undecided, reason, now }: CommandOf<'GiveUpDeposit'>,
): readonly WatcherEvent[] => {
  mustHaveReason(reason);
  if (deposits.includes(depositId)) return [];
  if (!isAccepted || !undecided.includes(depositId)) {
    throw rejection('WRONG_STATE', `${network} has no deposit ${depositId} that waits for its match`);
  }
  return [{ type: 'DepositGivenUp', data: { network, depositId, reason, givenUpAt: now } }];
};

export const judgeGivenUp = (
  { deposits }: GivenUp,
  { network, depositId, verdict, now }: CommandOf<'JudgeGivenUp'>,
): readonly WatcherEvent[] =>
  deposits.includes(depositId) ? [{ type: 'GivenUpJudged', data: { network, depositId, verdict, judgedAt: now } }] : [];

/** Covers every block in which the transaction waits; a later block needs another decision. */
export const giveUpTransaction = (
  { transactions }: GivenUp,
  { network, txid, unread, reason, now }: CommandOf<'GiveUpTransaction'>,
): readonly WatcherEvent[] => {
  mustHaveReason(reason);
  if (unread.length === 0 || unread.some((one) => one.txid !== txid)) {
    throw rejection('WRONG_STATE', `${network} has no unread transaction ${txid}`);
  }
  const isGivenUp = ({ blockHash }: { readonly blockHash: string }): boolean =>
    transactions.some((one) => one.txid === txid && one.blockHash === blockHash);
  return unread
    .filter((one) => !isGivenUp(one))
    .map((one) => ({ type: 'TransactionGivenUp', data: { ...one, network, reason, givenUpAt: now } }));
};
