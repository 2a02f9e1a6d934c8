import { cashin } from '../../aggregates/cashin/cashin';
import type { CashinEvent } from '../../aggregates/cashin/events';
import type { CashinState } from '../../aggregates/cashin/state';
import { streamNameOf } from '../../aggregates/stream';
import type { Alert } from '../alerts/kinds';

/** What was just appended to a cash-in, and what it is after that. */
export interface AppendedToCashin {
  readonly state: CashinState;
  readonly events: readonly CashinEvent[];
}

/** Tells an operator of a partner's part that was split off and is lost, or that was not, and is to be paid to it. */
export const alertSplits = (alert: Alert, intentId: string, { state, events }: AppendedToCashin): void => {
  if (hasLostSplit(state, events)) {
    alert('The partner got its part of a PIX that pays for nothing', { stream: streamNameOf(cashin, intentId) });
  }
  for (const { type, data } of events) {
    if (type !== 'CashinCompleted' || data.splitOwedCents === undefined) continue;
    alert('A part of a PIX is owed to the partner: the charge was not split', { intentId, cents: data.splitOwedCents });
  }
};

/** Of what goes back whole, so that the part is lost, unless the partner returns it. */
const hasLostSplit = (state: CashinState, events: readonly CashinEvent[]): boolean =>
  (state.status === 'FAILED' || state.status === 'EXPIRED') &&
  (state.splitCents ?? 0n) > 0n &&
  events.some(({ type }) => type === 'SplitApplied' || type === 'CashinFailed');
