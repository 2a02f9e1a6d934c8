import { rejection } from '../rejection';
import type { HoldPayout, ReleasePayout, WithdrawProposal } from './commands';
import type { PayoutDecided, PayoutEvent, PayoutHeld, PayoutRejected, ProposalWithdrawn } from './events';
import { isUntold, waitsForOperator } from './losses';
import type { Owed } from './owed';
import { failedOrOpen } from './returns';
import { allEnded, hasEnded, knownAgainst, type PayoutState, sentKeysIn } from './state';

type TroubleType =
  | ('PayoutHeld' | 'PayoutReleased')
  | ('PayoutDecisionProposed' | 'PayoutProposalWithdrawn' | 'PayoutDecided');

export type TroubleEvent = Extract<PayoutEvent<object>, { readonly type: TroubleType }>;

export const DECIDED_UNPAID = 'DECIDED_UNPAID';

export const rejectionBy = ({ attempt, providerKey, decidedAt }: PayoutDecided): PayoutRejected => ({
  ...{ attempt, providerKey, code: DECIDED_UNPAID, message: 'Decided by operators' },
  ...{ nextAttemptAt: null, rejectedAt: decidedAt },
});

export const evolveTrouble = (state: PayoutState, event: TroubleEvent): PayoutState => {
  switch (event.type) {
    case 'PayoutHeld':
      return { ...state, ...holdOf(event.data) };
    case 'PayoutReleased':
      return afterRelease(state);
    case 'PayoutDecisionProposed': {
      const { providerKey, unknownSince, proposedBy, end } = event.data;
      const proposal = { providerKey, unknownSince, proposedBy, ...(end === undefined ? {} : { end }) };
      return state.phase === 'SETTLED' ? state : { ...state, proposal };
    }
    case 'PayoutProposalWithdrawn': {
      const { proposal: _withdrawn, ...rest } = state;
      return rest;
    }
    case 'PayoutDecided':
      return state.phase === 'SETTLED' ? state : afterDecision(state, event.data);
  }
};

/** A payout released with a sent order keeps its loss: its return or due may be settled in the lost time. */
const afterRelease = (state: PayoutState): PayoutState => {
  const { heldAt: _released, lostSince: _asked, ...rest } = state;
  return isUntold(rest) && rest.loss !== undefined ? { ...rest, loss: { ...rest.loss, isTold: true } } : rest;
};

const afterDecision = (state: PayoutState, event: PayoutDecided): PayoutState => {
  const { providerKey, refundableFrom, despite } = event;
  const sent = sentKeysIn(state);
  const wasSent = sent.some((each) => each.providerKey === providerKey);
  const contradictions = state.contradictions.length;
  const decided = wasSent ? { decided: { sent, refundableFrom, contradictions } } : {};
  // No attempt gets the key of an attempt requested after the decided one.
  const attempt = 'attempt' in state ? state.attempt : event.attempt;
  return failedOrOpen(
    { ...state, ...decided, ...allEnded(state), ...knownAgainst(state, despite) },
    attempt,
    refundableFrom,
  );
};

/** The payment looks unchanged from outside. A sent order is asked about, but neither sent again nor retried. */
export const holdPayout = <Key extends object>(
  { key, noun }: Owed<Key>,
  state: PayoutState,
  { now, lostSince }: HoldPayout,
): readonly PayoutEvent<Key>[] => {
  if (!hasEnded(state)) return heldBy(key, state, { now, lostSince });
  if (lostSince === undefined || !waitsForOperator(state)) {
    throw rejection('WRONG_STATE', `The payout of the ${noun} has ended`);
  }
  const isKnown = state.loss !== undefined && state.loss.since >= lostSince;
  return isKnown ? [] : heldBy(key, state, { now, lostSince });
};

export const holdOf = ({ heldAt, lostSince }: PayoutHeld): Hold => ({
  heldAt,
  ...(lostSince === undefined ? {} : { lostSince, loss: { since: lostSince, isTold: false } }),
});

export type Hold = Pick<PayoutState, 'heldAt' | 'lostSince' | 'loss'>;

/** A loss also holds a payout that an operator holds, because the release then needs more. */
export const heldBy = <Key extends object>(
  key: Key,
  held: Hold,
  { now, lostSince }: { readonly now: string; readonly lostSince: string | undefined },
): readonly PayoutEvent<Key>[] => {
  const isKnown = held.heldAt !== undefined && (lostSince === undefined || held.lostSince !== undefined);
  if (isKnown) return [];
  const data = { ...key, heldAt: now, ...(lostSince === undefined ? {} : { lostSince }) };
  return [{ type: 'PayoutHeld', data }];
};

export const releasePayout = <Key extends object>(
  { key }: Owed<Key>,
  state: PayoutState,
  { now, hasAskedAll = false, givesWord = false }: ReleasePayout,
): readonly PayoutEvent<Key>[] => {
  if (state.heldAt === undefined && !isUntold(state)) return [];
  if (askedSince(state) !== null && !hasAskedAll) throw mustAskFirst();
  if (isUntold(state) && !givesWord) {
    throw rejection('WRONG_STATE', 'The payment has a new return or due: check it, then release it');
  }
  return [{ type: 'PayoutReleased', data: { ...key, releasedAt: now } }];
};

export const withdrawProposal = <Key extends object>(
  { key }: Owed<Key>,
  { proposal }: PayoutState,
  command: WithdrawProposal,
): readonly PayoutEvent<Key>[] =>
  proposal === undefined
    ? []
    : [{ type: 'PayoutProposalWithdrawn', data: { ...key, ...withdrawnBy(proposal.proposedBy, command) } }];

export const withdrawnBy = (proposedBy: string, { by, now }: WithdrawProposal): ProposalWithdrawn => ({
  ...{ proposedBy, withdrawnBy: by, withdrawnAt: now },
});

/** Start of the loss that makes a release ask every provider; null: no loss. */
export const askedSince = (state: PayoutState): string | null =>
  state.lostSince ?? (isUntold(state) ? (state.loss?.since ?? null) : null);

export const mustAskFirst = () =>
  rejection('WRONG_STATE', 'The log may have lost an order: ask every provider before the release');

/** The provider may still report the outcome within this time. */
export const UNDECIDED_MS = 2 * 3_600_000;

/** A late settlement may still be reported within this time. */
export const REFUND_WAIT_MS = 24 * 3_600_000;
