import { rejection } from '../rejection';
import type { DecidePayout, HoldPayout, RecoverPayout, ReleasePayout } from './commands';
import type { PayoutDecided, PayoutEvent, PayoutHeld, PayoutRejected } from './events';
import type { Owed } from './owed';
import { failedOrOpen } from './returns';
import { awaitedUnder, hasEnded, isSent, type PayoutState } from './state';

type TroubleType = 'PayoutHeld' | 'PayoutReleased' | 'PayoutDecisionProposed' | 'PayoutDecided';

export type TroubleEvent = Extract<PayoutEvent<object>, { readonly type: TroubleType }>;

export const DECIDED_UNPAID = 'DECIDED_UNPAID';

/** What a decision is to the owner: the last rejection, by operators. */
export const rejectionBy = ({ attempt, providerKey, decidedAt }: PayoutDecided): PayoutRejected => ({
  ...{ attempt, providerKey, code: DECIDED_UNPAID, message: 'Decided by operators' },
  ...{ nextAttemptAt: null, rejectedAt: decidedAt },
});

/** Of a payout that has not ended. */
export const evolveTrouble = (state: PayoutState, event: TroubleEvent): PayoutState => {
  switch (event.type) {
    case 'PayoutHeld':
      return { ...state, ...holdOf(event.data) };
    case 'PayoutReleased': {
      const { heldAt: _released, lostSince: _asked, ...rest } = state;
      return rest;
    }
    case 'PayoutDecisionProposed': {
      const { providerKey, unknownSince, proposedBy } = event.data;
      return { ...state, proposal: { providerKey, unknownSince, proposedBy } };
    }
    case 'PayoutDecided':
      return afterDecision(state, event.data);
  }
};

const afterDecision = (state: PayoutState, { attempt, providerKey, refundableFrom }: PayoutDecided): PayoutState => {
  const decided = isSent(state) ? { decided: { providerKey, provider: state.provider, refundableFrom } } : {};
  return failedOrOpen({ ...state, ...decided }, attempt, refundableFrom);
};

/** Outwardly the payment stays as it is. What was sent is asked about, but neither sent again nor tried again. */
export const holdPayout = <Key extends object>(
  { key, noun }: Owed<Key>,
  state: PayoutState,
  { now, lostSince }: HoldPayout,
): readonly PayoutEvent<Key>[] => {
  if (hasEnded(state)) throw rejection('WRONG_STATE', `The payout of the ${noun} has ended`);
  return heldBy(key, state, { now, lostSince });
};

/** What stands in the state of whoever is held. */
export const holdOf = ({ heldAt, lostSince }: PayoutHeld): Hold => ({
  heldAt,
  ...(lostSince === undefined ? {} : { lostSince }),
});

export type Hold = Pick<PayoutState, 'heldAt' | 'lostSince'>;

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
  { now, hasAskedAll = false }: ReleasePayout,
): readonly PayoutEvent<Key>[] => {
  if (state.heldAt === undefined) return [];
  if (state.lostSince !== undefined && !hasAskedAll) throw mustAskFirst();
  return [{ type: 'PayoutReleased', data: { ...key, releasedAt: now } }];
};

export const mustAskFirst = () =>
  rejection('WRONG_STATE', 'The log has lost what may have been sent: every provider is asked first');

/** Held all the same: the order is asked about like every other, and what comes of it is recorded. */
export const recoverPayout = <Key extends object>(
  { key, amountCents }: Owed<Key>,
  state: PayoutState,
  { attempt, providerKey, provider, workerId, now }: RecoverPayout,
): readonly PayoutEvent<Key>[] => {
  if (state.lostSince === undefined) throw rejection('WRONG_STATE', 'Nothing of this payout was lost');
  if (isSent(state) || hasEnded(state)) throw rejection('WRONG_STATE', 'The log knows what was sent');
  if ('attempt' in state && attempt < state.attempt + (state.phase === 'REQUESTED' ? 0 : 1)) {
    throw rejection('WRONG_STATE', `Attempt ${attempt} is known`);
  }
  if (state.phase === 'REQUESTED' && state.attempt === attempt && (state.provider ?? provider) !== provider) {
    throw rejection('WRONG_STATE', `Attempt ${attempt} was to be sent to ${state.provider}, and ${provider} knows it`);
  }
  const about = { ...key, attempt, providerKey, provider };
  const dispatched = {
    type: 'PayoutDispatched',
    data: { ...about, workerId, dispatchedAt: now, notAfter: now },
  } as const;
  if (state.phase === 'REQUESTED' && state.attempt === attempt) return [dispatched];
  return [{ type: 'PayoutRequested', data: { ...about, amountCents, requestedAt: now } }, dispatched];
};

/** Before this, the provider may still find out by itself (design: domain, section 3). */
export const UNDECIDED_MS = 2 * 3_600_000;

/** As long as a late settlement may still come to light. */
export const REFUND_WAIT_MS = 24 * 3_600_000;

/** The first operator proposes, another one decides; whatever the provider says meanwhile wins at the exact revision. */
export const decideUnpaid = <Key extends object>(
  { key }: Owed<Key>,
  state: PayoutState,
  { providerKey, by, mayPropose, now }: DecidePayout,
): readonly PayoutEvent<Key>[] => {
  const awaited = awaitedUnder(state, providerKey);
  if (awaited?.phase !== 'UNKNOWN') throw rejection('WRONG_STATE', 'The outcome of this payout is not unknown');
  const { attempt, unknownAt: unknownSince, proposal } = awaited;
  if (Date.parse(now) < Date.parse(unknownSince) + UNDECIDED_MS) {
    throw rejection('WRONG_STATE', `The outcome is unknown since ${unknownSince}; it can be decided 2 h later`);
  }
  const about = { ...key, attempt, providerKey, unknownSince };
  if (proposal?.providerKey !== providerKey || proposal.unknownSince !== unknownSince) {
    if (!mayPropose)
      throw rejection('WRONG_STATE', 'Nobody has proposed to decide this sending; an approver is the second');
    return [{ type: 'PayoutDecisionProposed', data: { ...about, proposedBy: by, proposedAt: now } }];
  }
  const { proposedBy } = proposal;
  if (proposedBy === by) return [];
  const refundableFrom = new Date(Date.parse(now) + REFUND_WAIT_MS).toISOString();
  return [{ type: 'PayoutDecided', data: { ...about, proposedBy, decidedBy: by, refundableFrom, decidedAt: now } }];
};
