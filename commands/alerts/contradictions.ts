import type { LedgerEvent } from '../../aggregates/events';
import type { Alert, AlertSentence } from './kinds';

type ContradictionType = 'PayoutContradicted' | 'RedemptionContradicted' | 'CashinContradicted';

type Contradicted = Extract<LedgerEvent, { readonly type: ContradictionType }>;

export const CONTRADICTION_TYPES = [
  'PayoutContradicted',
  'RedemptionContradicted',
  'CashinContradicted',
] as const satisfies readonly ContradictionType[];

export interface Contradiction {
  readonly says: AlertSentence;
  readonly facts: Readonly<Record<string, string>>;
}

/** What a person is told of a contradiction in this stream. */
export const contradictionIn = (stream: string, { type, data }: Contradicted): Contradiction => {
  const { detail } = data;
  switch (type) {
    case 'PayoutContradicted':
      return {
        says: 'A provider contradicts itself about a payout',
        facts: { stream, providerKey: data.providerKey, detail },
      };
    case 'RedemptionContradicted':
      return {
        says: 'A redemption contradicts itself about a debit',
        facts: { stream, redemptionKey: data.redemptionKey, detail },
      };
    case 'CashinContradicted':
      return { says: 'A provider contradicts itself about a cash-in', facts: { stream, about: data.about, detail } };
  }
};

export const isContradiction = (event: LedgerEvent): event is Contradicted =>
  CONTRADICTION_TYPES.some((type) => type === event.type);

/** Tells of each contradiction among what was just appended to the stream. */
export const alertContradictions = (alert: Alert, stream: string, events: readonly LedgerEvent[]): void => {
  for (const event of events.filter(isContradiction)) {
    const { says, facts } = contradictionIn(stream, event);
    alert(says, facts);
  }
};
