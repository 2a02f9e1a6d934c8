import { cashout } from '../../aggregates/cashout/cashout';
import type { CashoutEvent } from '../../aggregates/cashout/events';
import { payoutIn } from '../../aggregates/cashout/payout-phase';
import type { CashoutState } from '../../aggregates/cashout/state';
import { closing } from '../../aggregates/closing/closing';
import type { LastKnown, StreamClosed } from '../../aggregates/closing/events';
import { fold } from '../../aggregates/decider';
import { toDecimal, toShortDecimal } from '../../aggregates/money';
import { openReturnOf } from '../../aggregates/payout/returns';
import { isContradicted, isSent, type PayoutState, type SettledPayout } from '../../aggregates/payout/state';
import type { Hold } from '../../aggregates/payout/trouble';
import { rejection } from '../../aggregates/rejection';
import { streamNameOf } from '../../aggregates/stream';
import type { UserEvent } from '../../aggregates/user/events';
import { user } from '../../aggregates/user/user';
import type { Explanation } from '../explaining/explain';
import { lossHolds } from '../explaining/loss-words';
import { refundWords } from '../explaining/refund-words';
import { historyOf, stateOf } from '../handling/reading/read-stream';
import type { Clock } from '../ports/clock';
import type { EventStore } from '../ports/event-store';
import type { ReadWhatWaits, Waiting } from '../ports/what-waits';
import { holdingOf, type Obstacles } from './explain-waiting';

export interface IntentExplanation extends Explanation {
  readonly intentId: string;
  readonly status: CashoutState['status'] | 'CLOSED';
}

export interface ExplainIntentDeps extends Pick<Obstacles, 'isProviderThere'> {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly clock: Clock;
  readonly whatWaits: ReadWhatWaits;
}

/** Refuses INTENT_NOT_FOUND. */
export const explainIntent =
  (deps: ExplainIntentDeps) =>
  async (intentId: string): Promise<IntentExplanation> => {
    const closed = await stateOf(deps.eventStore, closing, streamNameOf(cashout, intentId));
    if (closed !== null) return closedOf(intentId, closed);
    const history = (await historyOf(deps.eventStore, cashout, intentId)) as unknown as readonly CashoutEvent[];
    const state = fold(cashout, history);
    if (state.status === 'NONE') throw rejection('INTENT_NOT_FOUND', 'No such intent');
    const userHistory = (await historyOf(deps.eventStore, user, state.facts.userId)) as unknown as readonly UserEvent[];
    const waits = await deps.whatWaits(waitingOf(state, history));
    const { because, movesWhen } = reasonOf(state, fold(user, userHistory).status === 'BLOCKED');
    const { heldBy, firstOf } = holdingOf({ ...deps, history, userHistory, waits, nowMs: deps.clock.now() });
    const moves = firstOf === null ? movesWhen : movesWhen.map((sentence) => `${firstOf}: ${sentence}`);
    const lost = 'payout' in state ? lossHolds(payoutIn(state)) : [];
    return { intentId, status: state.status, because, movesWhen: moves, heldBy: [...heldBy, ...lost] };
  };

const closedOf = (
  intentId: string,
  { detail, actor, closedAt, reason, lastKnown }: StreamClosed,
): IntentExplanation => ({
  ...{ intentId, status: 'CLOSED', movesWhen: [] },
  because: `The stream was lost (${detail}). ${actor} closed it at ${closedAt}: ${reason}. ${knownAs(lastKnown)}`,
  heldBy: ['The service has stopped work on this payment: an operator must settle it'],
});

const knownAs = (known: LastKnown | null): string => {
  if (known === null) return 'The read models have no entry of the intent.';
  const { status, event } = known;
  const by = event === null ? '' : `, after ${event.type} (revision ${event.revision}) at ${event.at}`;
  return `The last known status is ${status ?? 'unknown'}${by}.`;
};

const waitingOf = (
  state: Exclude<CashoutState, { readonly status: 'NONE' }>,
  history: readonly CashoutEvent[],
): Waiting => {
  const { intentId, network, memo, userId, partnerId } = state.facts;
  const providerKeys = history.flatMap((event) => (event.type === 'PayoutRequested' ? [event.data.providerKey] : []));
  const depositId = 'deposit' in state ? state.deposit.depositId : null;
  return { intentId, network, memo, userId, partnerId, depositId, providerKeys };
};

type Reason = Pick<Explanation, 'because' | 'movesWhen'>;

const reasonOf = (state: Exclude<CashoutState, { readonly status: 'NONE' }>, isBlocked: boolean): Reason => {
  switch (state.status) {
    case 'PENDING':
      return pending(state);
    case 'PROCESSING':
      return {
        because: `Deposit ${state.deposit.depositId} was accepted.${alarm(state.payout)}`,
        // After a contradiction nothing is sent, but a sent payout may still settle.
        movesWhen: isContradicted(state.payout) && !isSent(state.payout) ? [] : [payoutMoves(state.payout, isBlocked)],
      };
    case 'COMPLETED': {
      const because = `The payout settled under provider key ${state.payout.providerKey}.`;
      return {
        because: `${because}${returned(state.payout)}${revealed(state.reveals)}${refundWords(payoutIn(state))}${alarm(payoutIn(state))}`,
        movesWhen: state.again === undefined ? [] : [payoutMoves(state.again, isBlocked)],
      };
    }
    case 'FAILED': {
      const { depositId, sender } = state.deposit;
      const because = `The payout was definitively rejected after deposit ${depositId}; a refund to ${sender} is due.`;
      return { because: `${because}${refundWords(state.payout)}${alarm(state.payout)}`, movesWhen: [] };
    }
    case 'EXPIRED':
      return { because: `No final deposit paid it by ${state.facts.expiresAt}.`, movesWhen: [] };
  }
};

const alarm = (payout: PayoutState): string =>
  isContradicted(payout) ? ' The provider has contradicted itself: an operator must check.' : '';

const returned = (payout: SettledPayout): string => {
  if (payout.returnedCents === 0n) return '';
  const open = openReturnOf(payout);
  const resolve = open === null ? '' : ` An operator must resolve the return of R$ ${toDecimal(open.amountCents, 2)}.`;
  return ` The bank returned R$ ${toDecimal(payout.returnedCents, 2)} of it.${resolve}`;
};

const revealed = (times: number): string => (times === 0 ? '' : ` The PIN of its gift card was shown ${times} times.`);

const held = (heldAt: string | null): string =>
  heldAt === null
    ? ''
    : ` A possible payment of the intent has been undecided since ${heldAt}: an operator must check.`;

const lostWith = ({ heldAt }: Hold): string =>
  heldAt === undefined
    ? ''
    : ` The log was lost: the intent expires only after a new scan of its network. The payout has been on hold since ${heldAt}.`;

const pending = ({ facts, heldAt, payoutHold }: Extract<CashoutState, { readonly status: 'PENDING' }>): Reason => {
  const amount = `${toShortDecimal(BigInt(facts.amountBaseUnits), facts.decimals)} ${facts.symbol}`;
  return {
    because: `The intent has no final deposit yet and can be paid until ${facts.expiresAt}.${held(heldAt)}${lostWith(payoutHold)}`,
    movesWhen: [
      `PROCESSING: a final transfer of at least ${amount} on ${facts.network} that carries the memo ${facts.memo}`,
      `EXPIRED: a scan of ${facts.network} passes ${facts.expiresAt}, succeeds after the grace, or fails up to the ceiling, and no possible payment is undecided`,
    ],
  };
};

const payoutMoves = (payout: PayoutState, isBlocked: boolean): string => {
  const held = isBlocked ? ', after the partner or an operator unblocks the user' : '';
  switch (payout.phase) {
    case 'NONE':
      return `A payout worker requests the first attempt${held}`;
    case 'REQUESTED':
      return `A payout worker dispatches attempt ${payout.attempt} (provider key ${payout.providerKey})`;
    case 'DISPATCHED':
      return `The provider answers attempt ${payout.attempt} (provider key ${payout.providerKey}); the service asks until then`;
    case 'UNKNOWN':
      return `The provider reports the outcome of attempt ${payout.attempt} (provider key ${payout.providerKey}); the service asks after 2 s, 5 s, 15 s, 60 s, then every 5 min`;
    case 'REJECTED':
      return `The next attempt starts at ${payout.nextAttemptAt}${held}`;
    case 'SETTLED':
    case 'FAILED':
      return 'The payout has ended';
  }
};
