import { hasEnded } from '../payout/state';
import { type Hold, heldBy } from '../payout/trouble';
import type { DoubtDebit } from './commands';
import type { WithdrawalEvent } from './events';
import { payoutIn } from './payout-phase';
import { MAXIMUM_CONTRADICTIONS } from './redemption-phase';
import type { WithdrawalState } from './state';

/** An operator must check. A payout that is open or will be owed is held. */
export const doubtDebit = (state: WithdrawalState, command: DoubtDebit): readonly WithdrawalEvent[] => {
  if (!('facts' in state)) return [];
  const { told, hold } = doubtableIn(state);
  if (told === null) return [];
  const { withdrawId } = state.facts;
  const { now } = command;
  const held = hold === null ? [] : heldBy({ withdrawId }, hold, { now, lostSince: undefined });
  return [...doubted(withdrawId, told, command), ...held];
};

interface Doubtable {
  /** Null: no debit can have been settled. */
  readonly told: readonly string[] | null;
  readonly hold: Hold | null;
}

const NOTHING: Doubtable = { told: null, hold: null };

const doubtableIn = (state: WithdrawalState): Doubtable => {
  // Operators have declared it reverted already.
  if (state.status === 'UNPAID' && state.undoneKey !== undefined) return NOTHING;
  if ('payout' in state) {
    const payout = payoutIn(state);
    return { told: state.doubts ?? [], hold: hasEnded(payout) ? null : payout };
  }
  if (state.status !== 'REDEEMING' || state.redemption.phase !== 'SENT') return NOTHING;
  // The wallet's stream may have the debit before this stream does.
  return { told: state.redemption.contradictions, hold: state.hold ?? {} };
};

const doubted = (
  withdrawId: string,
  told: readonly string[],
  { redemptionKey, detail, now }: DoubtDebit,
): readonly WithdrawalEvent[] =>
  told.includes(detail) || told.length >= MAXIMUM_CONTRADICTIONS
    ? []
    : [{ type: 'RedemptionContradicted', data: { withdrawId, redemptionKey, detail, contradictedAt: now } }];
