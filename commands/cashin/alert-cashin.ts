import { cashin } from '../../aggregates/cashin/cashin';
import type { CashinEvent } from '../../aggregates/cashin/events';
import type { CashinState } from '../../aggregates/cashin/state';
import { streamNameOf } from '../../aggregates/stream';
import type { Alert } from '../alerts/kinds';
import { alertRecorded, lostSplitOf } from '../alerts/recorded-alarms';

/** Events just appended to a cash-in, and its state after them. */
export interface AppendedToCashin {
  readonly state: CashinState;
  readonly events: readonly CashinEvent[];
}

/**
 * Alerts an operator about alarms, and about a partner's part that was split off after the end of the cash-in, and is
 * lost.
 */
export const alertCashin = (alert: Alert, intentId: string, { state, events }: AppendedToCashin): void => {
  const stream = streamNameOf(cashin, intentId);
  alertRecorded(alert, stream, events);
  if (!hasLateSplit(state, events)) return;
  const { says, facts } = lostSplitOf(stream);
  alert(says, facts);
};

/**
 * True when a split came after the end: the PIX goes back whole, so the part is lost unless the partner returns it. A
 * failure reports its split itself.
 */
const hasLateSplit = ({ status }: CashinState, events: readonly CashinEvent[]): boolean =>
  (status === 'FAILED' || status === 'EXPIRED') &&
  events.some(({ type, data }) => type === 'SplitApplied' && data.amountCents !== '0') &&
  !events.some(({ type }) => type === 'CashinFailed');
