import { cashin } from '../../aggregates/cashin/cashin';
import type { CashinEvent } from '../../aggregates/cashin/events';
import type { CashinState } from '../../aggregates/cashin/state';
import { streamNameOf } from '../../aggregates/stream';
import type { Alert } from '../alerts/kinds';
import { alertRecorded, lostSplitOf } from '../alerts/recorded-alarms';

/** What was just appended to a cash-in, and what it is after that. */
export interface AppendedToCashin {
  readonly state: CashinState;
  readonly events: readonly CashinEvent[];
}

/** Tells an operator of what alarms, and of a partner's part that was split off after the cash-in had ended, and is lost. */
export const alertCashin = (alert: Alert, intentId: string, { state, events }: AppendedToCashin): void => {
  const stream = streamNameOf(cashin, intentId);
  alertRecorded(alert, stream, events);
  if (!hasLateSplit(state, events)) return;
  const { says, facts } = lostSplitOf(stream);
  alert(says, facts);
};

/** Of what goes back whole, so that the part is lost, unless the partner returns it; a failure tells of it itself. */
const hasLateSplit = ({ status }: CashinState, events: readonly CashinEvent[]): boolean =>
  (status === 'FAILED' || status === 'EXPIRED') &&
  events.some(({ type, data }) => type === 'SplitApplied' && data.amountCents !== '0') &&
  !events.some(({ type }) => type === 'CashinFailed');
