import type { Mode } from '../../../aggregates/partner/events';

export interface Provider {
  /** Stands in the events of what was asked of it, and never changes. */
  readonly name: string;
  readonly mode: Mode;
}

/** Chosen once, before anything is sent; from then on only the one that is named is asked. */
export interface Providers<Kind, One extends Provider> {
  /** The first that serves the mode and the kind, and is fit; null when none does. */
  readonly choose: (mode: Mode, kind: Kind, isFit?: (one: One) => boolean) => One | null;
  readonly named: (name: string, mode: Mode) => One | null;
}
