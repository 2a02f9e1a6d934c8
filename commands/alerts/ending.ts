import type { IsOver } from './endings';

/** What closes an alert; `ledger alerts close` closes any. A cause that is seen again opens it again. */
export type Ending =
  | { readonly by: 'EVIDENCE'; readonly isOver: IsOver }
  | { readonly by: 'SILENCE'; readonly afterMs: number }
  /** Cannot be undone: a person must settle it. */
  | { readonly by: 'OPERATOR' };

export interface AlertKind<Says extends string = string> {
  /** Sentences by severity, the gravest last; a graver one notifies even while the alert is open. */
  readonly says: readonly Says[];
  readonly about: readonly string[];
  readonly ending: Ending;
}

export const kind = <const Says extends string>(
  says: readonly Says[],
  about: readonly string[],
  ending: Ending,
): AlertKind<Says> => ({ says, about, ending });

export const once = (isOver: IsOver): Ending => ({ by: 'EVIDENCE', isOver });
export const OPERATOR: Ending = { by: 'OPERATOR' };

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** For single incidents without lasting harm. */
export const A_DAY_LATER: Ending = { by: 'SILENCE', afterMs: 24 * HOUR_MS };
