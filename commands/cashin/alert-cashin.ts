import { cashin } from '../../aggregates/cashin/cashin';
import type { CashinEvent } from '../../aggregates/cashin/events';
import type { CashinState } from '../../aggregates/cashin/state';
import { streamNameOf } from '../../aggregates/stream';
import type { Alert } from '../alerts/kinds';
import { alertRecorded, lostSplitOf } from '../alerts/recorded-alarms';

export interface AppendedToCashin {
  readonly state: CashinState;
  readonly events: readonly CashinEvent[];
}

/** A partner's part that was split off after the end of the cash-in is lost: an operator must know. */
export const alertCashin = (alert: Alert, intentId: string, { state, events }: AppendedToCashin): void => {
  const stream = streamNameOf(cashin, intentId);
  alertRecorded(alert, stream, events);
  if (!hasLateSplit(state, events)) return;
  const { says, facts } = lostSplitOf(stream);
  alert(says, facts);
};

/** A late split: the whole PIX is refunded, so the part is lost unless the partner returns it. */
const hasLateSplit = ({ status }: CashinState, events: readonly CashinEvent[]): boolean =>
  (status === 'FAILED' || status === 'EXPIRED') &&
  events.some(({ type, data }) => type === 'SplitApplied' && data.amountCents !== '0') &&
  !events.some(({ type }) => type === 'CashinFailed');
