import type { Mode } from '../../../aggregates/partner/events';

export interface Provider {
  readonly name: string;
  readonly mode: Mode;
}

/** Chosen once, before any sending; from then on only the named provider is asked. */
export interface Providers<Kind, One extends Provider> {
  /** The first that serves the mode and the kind, and is available; null without one. */
  readonly choose: (mode: Mode, kind: Kind, isFit?: (one: One) => boolean) => One | null;
  readonly named: (name: string, mode: Mode) => One | null;
}
