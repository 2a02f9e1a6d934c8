import type { Recorded } from '../../../aggregates/events';
import type { Mode } from '../../../aggregates/partner/events';
import type { Sealed } from '../../../aggregates/sealed';
import type { Iso } from '../../ports/clock';

/** What the log knows, by the id under which PostgreSQL or the bank would know it too. */
export interface Fact {
  readonly kind: 'STREAM' | 'DELIVERY' | 'SUBJECT' | 'ERASED' | 'SENT' | 'SETTLED';
  readonly id: string;
  readonly at: Iso;
  readonly mode: Mode | null;
  /** Of SENT alone. */
  readonly provider: string | null;
}

/** What an event says; null: it is told to nobody. */
export type DeliveryOf = (event: Recorded) => string | null;

export const factsOf = (event: Recorded, deliveryOf: DeliveryOf): readonly Fact[] => {
  const { at, mode } = event.metadata;
  const fact = (kind: Fact['kind'], id: string, more: Partial<Fact> = {}): Fact => ({
    ...{ kind, id, at, mode, provider: null },
    ...more,
  });
  const deliveryId = deliveryOf(event);
  return [
    ...(event.revision === 0 ? [fact('STREAM', event.stream)] : []),
    ...(deliveryId === null ? [] : [fact('DELIVERY', deliveryId)]),
    ...subjectsIn(event.data).map((subjectId) => fact('SUBJECT', subjectId)),
    ...ownFacts(event, fact),
  ];
};

const ownFacts = (
  event: Recorded,
  fact: (kind: Fact['kind'], id: string, more?: Partial<Fact>) => Fact,
): readonly Fact[] => {
  if (event.type === 'SubjectErased' || event.type === 'FiscalKeyDestroyed')
    return [fact('ERASED', event.data.subjectId)];
  if (event.type === 'PayoutDispatched') {
    return [fact('SENT', event.data.providerKey, { provider: event.data.provider })];
  }
  if (event.type !== 'PayoutSettled') return [];
  return [fact('SETTLED', event.data.providerKey, { at: event.data.settledAt })];
};

/** One missing does not compile. */
const SEALED_VERSIONS = { 1: true, 2: true } as const satisfies Readonly<Record<Sealed['sealed'], true>>;

/** Whoever something is sealed for, wherever it stands in the data. */
const subjectsIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { sealed, subjectId } = value as { readonly sealed?: unknown; readonly subjectId?: unknown };
  if (String(sealed) in SEALED_VERSIONS && typeof subjectId === 'string') return [subjectId];
  return Object.values(value).flatMap(subjectsIn);
};
