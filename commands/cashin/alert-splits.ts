import { cashin } from '../../aggregates/cashin/cashin';
import type { CashinEvent } from '../../aggregates/cashin/events';
import type { CashinState } from '../../aggregates/cashin/state';
import { streamNameOf } from '../../aggregates/stream';
import type { Alert } from '../alerts/kinds';
import { alarmIn, lostSplitOf } from '../alerts/recorded-alarms';

/** What was just appended to a cash-in, and what it is after that. */
export interface AppendedToCashin {
  readonly state: CashinState;
  readonly events: readonly CashinEvent[];
}

/** Tells an operator of a partner's part that was split off and is lost, or that was not, and is to be paid to it. */
export const alertSplits = (alert: Alert, intentId: string, { state, events }: AppendedToCashin): void => {
  const stream = streamNameOf(cashin, intentId);
  const lost = hasLostSplit(state, events) ? [lostSplitOf(stream)] : [];
  const owed = events.filter(({ type }) => type === 'CashinCompleted').flatMap((event) => alarmIn(stream, event) ?? []);
  for (const { says, facts } of [...lost, ...owed]) alert(says, facts);
};

/** Of what goes back whole, so that the part is lost, unless the partner returns it. */
const hasLostSplit = (state: CashinState, events: readonly CashinEvent[]): boolean =>
  (state.status === 'FAILED' || state.status === 'EXPIRED') &&
  (state.splitCents ?? 0n) > 0n &&
  events.some(({ type }) => type === 'SplitApplied' || type === 'CashinFailed');
