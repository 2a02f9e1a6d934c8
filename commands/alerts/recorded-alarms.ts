import type { LedgerEvent } from '../../aggregates/events';
import type { Alert, AlertSentence } from './kinds';

export interface RecordedAlarm {
  readonly says: AlertSentence;
  readonly facts: Readonly<Record<string, string>>;
}

type Alarms = {
  readonly [Type in LedgerEvent['type']]?: (
    data: Extract<LedgerEvent, { readonly type: Type }>['data'],
    stream: string,
  ) => RecordedAlarm | null;
};

const ALARMS = {
  PayoutContradicted: ({ providerKey, detail }, stream) => ({
    says: 'A provider contradicts itself about a payout',
    facts: { stream, providerKey, detail },
  }),
  RedemptionContradicted: ({ redemptionKey, detail }, stream) => ({
    says: 'A redemption contradicts itself about a debit',
    facts: { stream, redemptionKey, detail },
  }),
  CashinContradicted: ({ about, detail }, stream) => ({
    says: 'A provider contradicts itself about a cash-in',
    facts: { stream, about, detail },
  }),
  CashinCompleted: ({ splitCents, splitOwedCents: cents }, stream) => {
    if (cents === undefined) return null;
    const facts = { stream, cents, amountCents: (BigInt(splitCents) + BigInt(cents)).toString() };
    return { says: 'A charge was not split: the service owes the partner its part', facts };
  },
  CashinFailed: ({ splitAppliedCents }, stream) => (splitAppliedCents === '0' ? null : lostSplitOf(stream)),
  ChargeRefundRejected: ({ nextAttemptAt, endToEndId }, stream) => {
    if (nextAttemptAt !== null) return null;
    return { says: 'A refund was refused: an operator must return the money', facts: { stream, endToEndId } };
  },
  /** Found by our own look at an approval, or the reason of the provider's refusal. */
  KycSessionStatusChanged: ({ sessionId, provider, rejectionReason }) => {
    if (rejectionReason !== 'SANCTIONS') return null;
    return { says: 'A KYC provider found a person on a sanctions list', facts: { sessionId, provider } };
  },
} satisfies Alarms;

export const lostSplitOf = (stream: string): RecordedAlarm => ({
  says: 'The partner received its part of a PIX that pays no intent',
  facts: { stream },
});

export const alarmIn = (stream: string, { type, data }: LedgerEvent): RecordedAlarm | null =>
  (ALARMS as { readonly [type: string]: (data: object, stream: string) => RecordedAlarm | null })[type]?.(
    data,
    stream,
  ) ?? null;

export const alertRecorded = (alert: Alert, stream: string, events: readonly LedgerEvent[]): void => {
  for (const { says, facts } of events.flatMap((event) => alarmIn(stream, event) ?? [])) alert(says, facts);
};
