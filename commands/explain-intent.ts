import { cashout } from '../aggregates/cashout/cashout';
import type { CashoutState } from '../aggregates/cashout/state';
import { toDecimal, toShortDecimal } from '../aggregates/money';
import { isContradicted, isSent, type PayoutState } from '../aggregates/payout/state';
import { rejection } from '../aggregates/rejection';
import { user } from '../aggregates/user/user';
import { stateOf } from './handle';
import type { EventStore } from './ports/event-store';

export interface Explanation {
  readonly intentId: string;
  readonly status: CashoutState['status'];
  /** Why it is in this state. */
  readonly because: string;
  /** What would move it, one sentence each; empty when nothing can. */
  readonly movesWhen: readonly string[];
}

/** Why an intent is in its state and what would move it, from its own stream. Refuses INTENT_NOT_FOUND. */
export const explainIntent =
  (deps: { readonly eventStore: Pick<EventStore, 'readStream'> }) =>
  async (intentId: string): Promise<Explanation> => {
    const state = await stateOf(deps.eventStore, cashout, intentId);
    if (state.status === 'NONE') throw rejection('INTENT_NOT_FOUND', 'No such intent');
    const { status: userStatus } = await stateOf(deps.eventStore, user, state.facts.userId);
    return { intentId, status: state.status, ...reasonOf(state, userStatus === 'BLOCKED') };
  };

type Reason = Pick<Explanation, 'because' | 'movesWhen'>;

const reasonOf = (state: Exclude<CashoutState, { readonly status: 'NONE' }>, isBlocked: boolean): Reason => {
  switch (state.status) {
    case 'PENDING':
      return pending(state);
    case 'PROCESSING':
      return {
        because: `Deposit ${state.deposit.depositId} was accepted.${alarm(state.payout)}`,
        // After an alarm nothing is sent any more; what was sent may still settle.
        movesWhen: isContradicted(state.payout) && !isSent(state.payout) ? [] : [payoutMoves(state.payout, isBlocked)],
      };
    case 'COMPLETED': {
      const because = `The payout settled under provider key ${state.payout.providerKey}.`;
      return {
        because: `${because}${returned(state.payout.returnedCents)}${revealed(state.reveals)}${alarm(state.payout)}`,
        movesWhen: [],
      };
    }
    case 'FAILED': {
      const { depositId, sender } = state.deposit;
      const because = `The payout was definitively rejected after deposit ${depositId}; a refund to ${sender} is due.`;
      return { because: `${because}${alarm(state.payout)}`, movesWhen: [] };
    }
    case 'EXPIRED':
      return { because: `No final deposit paid it by ${state.facts.expiresAt}.`, movesWhen: [] };
  }
};

const alarm = (payout: PayoutState): string =>
  isContradicted(payout) ? ' The provider has contradicted itself: an operator must look.' : '';

const returned = (cents: bigint): string => (cents === 0n ? '' : ` R$ ${toDecimal(cents, 2)} of it came back.`);

const revealed = (times: number): string =>
  times === 0 ? '' : ` Times that the PIN of its gift card was shown: ${times}.`;

const held = (heldAt: string | null): string =>
  heldAt === null ? '' : ` Since ${heldAt} an operator must look: what may pay it is still not decided.`;

const pending = ({ facts, heldAt }: Extract<CashoutState, { readonly status: 'PENDING' }>): Reason => {
  const amount = `${toShortDecimal(BigInt(facts.amountBaseUnits), facts.decimals)} ${facts.symbol}`;
  return {
    because: `No final deposit has been matched to it yet; it may be paid until ${facts.expiresAt}.${held(heldAt)}`,
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
