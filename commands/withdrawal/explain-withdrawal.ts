import { closing } from '../../aggregates/closing/closing';
import { toShortDecimal } from '../../aggregates/money';
import { isContradicted, isSent, type PayoutState } from '../../aggregates/payout/state';
import { rejection } from '../../aggregates/rejection';
import { streamNameOf } from '../../aggregates/stream';
import { user } from '../../aggregates/user/user';
import { payoutIn } from '../../aggregates/withdrawal/payout-phase';
import type { Doubts, RedemptionState, WithdrawalFacts, WithdrawalState } from '../../aggregates/withdrawal/state';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import { deferredSince } from '../explaining/deferral-words';
import type { Explanation } from '../explaining/explain';
import { lossHolds } from '../explaining/loss-words';
import { refundWords } from '../explaining/refund-words';
import { stateOf } from '../handling/reading/read-stream';
import type { EventStore } from '../ports/event-store';
import type { PeggedRedemptions } from '../ports/providers/pegged-redemption';

export interface ExplainWithdrawalDeps {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly redemptions: Pick<PeggedRedemptions, 'named'>;
}

export interface WithdrawalExplanation extends Explanation {
  readonly withdrawId: string;
}

/** Refuses WITHDRAW_NOT_FOUND. */
export const explainWithdrawal =
  (deps: ExplainWithdrawalDeps) =>
  async (withdrawId: string): Promise<WithdrawalExplanation> => {
    const closed = await stateOf(deps.eventStore, closing, streamNameOf(withdrawal, withdrawId));
    if (closed !== null) {
      const because = `The stream was lost (${closed.detail}). ${closed.actor} closed it at ${closed.closedAt}: ${closed.reason}.`;
      return {
        withdrawId,
        status: 'CLOSED',
        because,
        movesWhen: [],
        heldBy: ['An operator must settle the withdrawal'],
      };
    }
    const state = await stateOf(deps.eventStore, withdrawal, withdrawId);
    if (state.status === 'NONE') throw rejection('WITHDRAW_NOT_FOUND', 'No such withdrawal');
    const heldBy = state.status === 'ABANDONED' ? [] : await holdingOf(deps, state);
    return { withdrawId, status: statusOf(state), because: becauseOf(state), movesWhen: movesOf(state), heldBy };
  };

type Known = Exclude<WithdrawalState, { readonly status: 'NONE' }>;
type Requested = Exclude<Known, { readonly status: 'ABANDONED' }>;

/** The status for its user; an abandoned one was never his. */
const statusOf = ({ status }: Known): string => {
  if (status === 'ABANDONED' || status === 'COMPLETED') return status;
  return status === 'FAILED' || status === 'UNPAID' ? 'FAILED' : 'PROCESSING';
};

const becauseOf = (state: Known): string => {
  switch (state.status) {
    case 'ABANDONED':
      return 'The balance was reserved, but the withdrawal was never requested.';
    case 'REDEEMING':
      return redeeming(state.facts, state.redemption);
    case 'PAYING':
      return `The debit ${state.debit.debitId} is final.${alarm(state)}`;
    case 'COMPLETED':
      return `The payout settled under provider key ${state.payout.providerKey}.${refundWords(payoutIn(state))}${alarm(state)}`;
    case 'FAILED':
      return `The wallet was not debited: no refund is due.${contradicted(state.contradictions)}`;
    case 'UNPAID': {
      const { amountBaseUnits, decimals, symbol, wallet } = state.facts;
      if (state.isFound === true) {
        return `Operators found the debit ${state.debit.debitId}: it pays no withdrawal, and its amount is due to ${wallet}.${refundWords(state.payout)}`;
      }
      if (state.undoneKey !== undefined) {
        return `Two operators declared the debit ${state.debit.debitId} reverted: no refund is due.${alarm(state)}`;
      }
      const owed = `${toShortDecimal(BigInt(amountBaseUnits), decimals)} ${symbol}`;
      return `The payout was definitively rejected after debit ${state.debit.debitId}; ${owed} are due to ${wallet}.${refundWords(state.payout)}${alarm(state)}`;
    }
  }
};

const redeeming = ({ wallet, network }: WithdrawalFacts, redemption: RedemptionState): string => {
  if (redemption.phase === 'NONE') return `The debit of ${wallet} on ${network} was not sent yet.`;
  const txid = redemption.sendings.at(-1)?.txid ?? null;
  const sent = `The debit of ${wallet} on ${network} was sent${txid === null ? '' : ` as ${txid}`} and is not final.`;
  const unknown = redemption.isUnknown ? ' The outcome is unknown.' : '';
  return `${sent}${unknown}${contradicted(redemption.contradictions)}`;
};

const contradicted = (details: readonly string[]): string =>
  details.length === 0
    ? ''
    : ` The redemption has contradicted itself (${details.join('; ')}): an operator must check.`;

const alarm = ({ payout, doubts = [] }: { readonly payout: PayoutState; readonly doubts?: Doubts }): string =>
  `${isContradicted(payout) ? ' The provider has contradicted itself: an operator must check.' : ''}${contradicted(doubts)}`;

const movesOf = (state: Known): readonly string[] => {
  if (state.status === 'REDEEMING') {
    const { facts, redemption } = state;
    return redemption.phase === 'NONE'
      ? [`A worker sends the debit by ${facts.redemption}`]
      : [
          `${facts.redemption} reports the outcome of the debit (key ${redemption.redemptionKey}); the service asks until then`,
        ];
  }
  if (state.status !== 'PAYING' || (isContradicted(state.payout) && !isSent(state.payout))) return [];
  return [`The payout settles or is finally rejected; its phase is ${state.payout.phase}`];
};

const holdingOf = async (
  { eventStore, redemptions }: ExplainWithdrawalDeps,
  state: Requested,
): Promise<readonly string[]> => {
  if (state.status === 'COMPLETED' || state.status === 'UNPAID') return lossHolds(payoutIn(state));
  if (state.status !== 'REDEEMING' && state.status !== 'PAYING') return [];
  const { redemption, mode, userId } = state.facts;
  const isMissing = state.status === 'REDEEMING' && redemptions.named(redemption, mode) === null;
  const heldAt = state.status === 'PAYING' ? state.payout.heldAt : state.hold?.heldAt;
  const isBlocked = (await stateOf(eventStore, user, userId)).status === 'BLOCKED';
  return [
    ...(isMissing ? [isNotThere(redemption)] : []),
    ...(heldAt === undefined ? [] : [`The payment has been on hold since ${heldAt}: \`ledger release\` continues it`]),
    ...(state.status === 'PAYING' ? deferredSince(state.payout) : []),
    ...(isBlocked ? ['The user is blocked'] : []),
  ];
};

const isNotThere = (redemption: string): string =>
  `${redemption} is not configured: only it can send or report the debit. Otherwise two operators report the debit (\`ledger decide\`)`;
