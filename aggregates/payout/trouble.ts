import { rejection } from '../rejection';
import type { HoldPayout, ReleasePayout } from './commands';
import type { PayoutDecided, PayoutEvent, PayoutHeld, PayoutRejected } from './events';
import { isUntold, waitsForOperator } from './losses';
import type { Owed } from './owed';
import { failedOrOpen } from './returns';
import { allEnded, hasEnded, knownAgainst, type PayoutState, sentKeysIn } from './state';

type TroubleType = 'PayoutHeld' | 'PayoutReleased' | 'PayoutDecisionProposed' | 'PayoutDecided';

export type TroubleEvent = Extract<PayoutEvent<object>, { readonly type: TroubleType }>;

export const DECIDED_UNPAID = 'DECIDED_UNPAID';

/** What a decision is to the owner: the last rejection, by operators. */
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
    case 'PayoutDecided':
      return state.phase === 'SETTLED' ? state : afterDecision(state, event.data);
  }
};

/** What is released on its way may end in something that was resolved or given back in the lost time all the same. */
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
  // No attempt gets the key of one that was requested after what is decided.
  const attempt = 'attempt' in state ? state.attempt : event.attempt;
  return failedOrOpen(
    { ...state, ...decided, ...allEnded(state), ...knownAgainst(state, despite) },
    attempt,
    refundableFrom,
  );
};

/** Outwardly the payment stays as it is. What was sent is asked about, but neither sent again nor tried again. */
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

/** What stands in the state of whoever is held. */
export const holdOf = ({ heldAt, lostSince }: PayoutHeld): Hold => ({
  heldAt,
  ...(lostSince === undefined ? {} : { lostSince, loss: { since: lostSince, isTold: false } }),
});

export type Hold = Pick<PayoutState, 'heldAt' | 'lostSince' | 'loss'>;

/** A loss holds what an operator holds already, since a release means more then. */
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
    throw rejection('WRONG_STATE', 'It came back or became due meanwhile: look at it, and release it then');
  }
  return [{ type: 'PayoutReleased', data: { ...key, releasedAt: now } }];
};

/** Since when every provider is asked before a release; null: nothing was lost. */
export const askedSince = (state: PayoutState): string | null =>
  state.lostSince ?? (isUntold(state) ? (state.loss?.since ?? null) : null);

export const mustAskFirst = () =>
  rejection('WRONG_STATE', 'The log has lost what may have been sent: every provider is asked first');

/** Before this, the provider may still find out by itself. */
export const UNDECIDED_MS = 2 * 3_600_000;

/** As long as a late settlement may still come to light. */
export const REFUND_WAIT_MS = 24 * 3_600_000;
