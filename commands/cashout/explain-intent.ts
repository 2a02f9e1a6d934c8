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
  because: `Its stream was lost (${detail}), and ${actor} closed it at ${closedAt}: ${reason}. ${knownAs(lastKnown)}`,
  heldBy: ['Nothing is decided, sent or asked for it any more: an operator settles it'],
});

const knownAs = (known: LastKnown | null): string => {
  if (known === null) return 'No row tells of it.';
  const { status, event } = known;
  const by = event === null ? '' : `, after ${event.type} (revision ${event.revision}) at ${event.at}`;
  return `The rows last knew it as ${status ?? 'a stream alone'}${by}.`;
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
  isContradicted(payout) ? ' The provider has contradicted itself: an operator must look.' : '';

const returned = (payout: SettledPayout): string => {
  if (payout.returnedCents === 0n) return '';
  const open = openReturnOf(payout);
  const resolve =
    open === null ? '' : ` What becomes of R$ ${toDecimal(open.amountCents, 2)} is for an operator to say.`;
  return ` R$ ${toDecimal(payout.returnedCents, 2)} of it came back.${resolve}`;
};

const revealed = (times: number): string =>
  times === 0 ? '' : ` Times that the PIN of its gift card was shown: ${times}.`;

const held = (heldAt: string | null): string =>
  heldAt === null ? '' : ` Since ${heldAt} an operator must look: what may pay it is still not decided.`;

const lostWith = ({ heldAt }: Hold): string =>
  heldAt === undefined
    ? ''
    : ` The log was lost: it does not expire before its network was read anew, and its payout is held since ${heldAt}.`;

const pending = ({ facts, heldAt, payoutHold }: Extract<CashoutState, { readonly status: 'PENDING' }>): Reason => {
  const amount = `${toShortDecimal(BigInt(facts.amountBaseUnits), facts.decimals)} ${facts.symbol}`;
  return {
    because: `No final deposit has been matched to it yet; it may be paid until ${facts.expiresAt}.${held(heldAt)}${lostWith(payoutHold)}`,
    movesWhen: [
      `PROCESSING: a final transfer of at least ${amount} on ${facts.network} that carries the memo ${facts.memo}`,
      `EXPIRED: ${facts.network} is seen past ${facts.expiresAt}, or looked at once the grace is over, or is away up to the ceiling, and nothing that may pay it is undecided`,
    ],
  };
};

const payoutMoves = (payout: PayoutState, isBlocked: boolean): string => {
  const held = isBlocked ? ', once the user, who is blocked, is unblocked' : '';
  switch (payout.phase) {
    case 'NONE':
      return `A payout worker requests the first attempt${held}`;
    case 'REQUESTED':
      return `A payout worker dispatches attempt ${payout.attempt} (provider key ${payout.providerKey})`;
    case 'DISPATCHED':
      return `The provider answers attempt ${payout.attempt} (provider key ${payout.providerKey}); it is asked until then`;
    case 'UNKNOWN':
      return `The provider says what became of attempt ${payout.attempt} (provider key ${payout.providerKey}); it is asked after 2 s, 5 s, 15 s, 60 s, then every 5 min`;
    case 'REJECTED':
      return `The next attempt is due at ${payout.nextAttemptAt}${held}`;
    case 'SETTLED':
    case 'FAILED':
      return 'The payout has ended';
  }
};
