import type { EventOf, EventType } from '../../../../aggregates/events';

/** Values in the reader's language. Digits are never turned into a number. */
export interface Figures {
  /** Cents as `R$ 1.234,56`. */
  readonly reais: (cents: string) => string;
  /** Base units as `0,01500000 ETH`, or as they are where the asset is unknown. */
  readonly coins: (baseUnits: string, assetId: number | null) => string;
  readonly time: (iso: string) => string;
  /** An id, shortened in the middle. */
  readonly short: (id: string) => string;
}

type SentenceOf<Type extends EventType> = (data: EventOf<Type>['data'], figures: Figures) => string;

/** A sentence for each type of event: a new type does not compile without one in each language. */
export type Sentences = { readonly [Type in EventType]: SentenceOf<Type> };
