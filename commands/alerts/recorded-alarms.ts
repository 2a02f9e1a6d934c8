import type { EventOf, LedgerEvent } from '../../aggregates/events';
import { type Contradiction, contradictionIn, isContradiction } from './contradictions';
import type { Alert } from './kinds';

/** What tells a person by itself, besides contradictions. */
const ALARMING_TYPES = [
  'CashinCompleted',
  'CashinFailed',
  'ChargeRefundRejected',
  'KycSessionStatusChanged',
] as const satisfies readonly LedgerEvent['type'][];

type Alarming = EventOf<(typeof ALARMING_TYPES)[number]>;

/** What a person is told of an event of this stream, whenever it is seen; null: nothing. */
export const alarmIn = (stream: string, event: LedgerEvent): Contradiction | null => {
  if (isContradiction(event)) return contradictionIn(stream, event);
  return isAlarming(event) ? alarmOf(stream, event) : null;
};

/** Tells of each event among what was just appended to the stream that alarms. */
export const alertRecorded = (alert: Alert, stream: string, events: readonly LedgerEvent[]): void => {
  for (const { says, facts } of events.flatMap((event) => alarmIn(stream, event) ?? [])) alert(says, facts);
};

const isAlarming = (event: LedgerEvent): event is Alarming => ALARMING_TYPES.some((type) => type === event.type);

const alarmOf = (stream: string, event: Alarming): Contradiction | null => {
  switch (event.type) {
    case 'CashinCompleted':
      return owedSplitIn(event);
    case 'CashinFailed':
      return event.data.splitAppliedCents === '0' ? null : lostSplitOf(stream);
    case 'ChargeRefundRejected':
      return refusedRefundIn(stream, event);
    case 'KycSessionStatusChanged':
      return sanctionsIn(event);
  }
};

const owedSplitIn = ({ data }: EventOf<'CashinCompleted'>): Contradiction | null => {
  const { intentId, splitOwedCents: cents } = data;
  if (cents === undefined) return null;
  return { says: 'A part of a PIX is owed to the partner: the charge was not split', facts: { intentId, cents } };
};

export const lostSplitOf = (stream: string): Contradiction => ({
  says: 'The partner got its part of a PIX that pays for nothing',
  facts: { stream },
});

const refusedRefundIn = (stream: string, { data }: EventOf<'ChargeRefundRejected'>): Contradiction | null => {
  const { nextAttemptAt, endToEndId } = data;
  if (nextAttemptAt !== null) return null;
  return { says: 'A refund was refused: an operator must give the money back', facts: { stream, endToEndId } };
};

/** Found by our own look at an approval, or the reason of the provider's refusal. */
const sanctionsIn = ({ data }: EventOf<'KycSessionStatusChanged'>): Contradiction | null => {
  const { sessionId, provider, rejectionReason } = data;
  if (rejectionReason !== 'SANCTIONS') return null;
  return { says: 'A KYC provider found a person on a sanctions list', facts: { sessionId, provider } };
};
