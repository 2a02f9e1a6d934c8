import type { KnownCashin } from '../../../aggregates/cashin/state';
import type { Recorded } from '../../../aggregates/events';
import type { CashinDeps } from '../cashin-step';

/** A cash-in that is held, with all that the log knows of it. */
export interface HeldHistory {
  readonly state: KnownCashin;
  readonly history: readonly Recorded[];
}

/** Attempts that configuration allows; the first one waits for nothing. */
export const attemptsAllowed = ({ settings }: Pick<CashinDeps, 'settings'>): number =>
  settings.payoutAttemptDelaysMs.length + 1;
