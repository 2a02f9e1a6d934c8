import { dayInBrasilia, startOfDayInBrasilia } from '../../../aggregates/brasilia-day';
import type { Mode } from '../../../aggregates/partner/events';
import type { Window } from '../windows';
import type { DifferenceKind } from './comparison';

const DAY_MS = 86_400_000;

/** A day in Brasília, as `2026-11-27`. Null when the day does not exist. */
export const windowOfDay = (day: string): Window | null => {
  const fromMs = startOfDayInBrasilia(day);
  return fromMs === null ? null : { fromMs, toMs: fromMs + DAY_MS };
};

export const lastDayBefore = (nowMs: number): string => dayInBrasilia(nowMs - DAY_MS);

/** A difference between a bank's list and the log. Amounts are centavos; null: the side does not have the order. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Empty: the bank reports no key of ours. */
  readonly providerKey: string;
  readonly providerId: string | null;
  readonly stream: string | null;
  readonly loggedCents: string | null;
  readonly listedCents: string | null;
  readonly loggedOutcome: string | null;
  readonly listedOutcome: string | null;
}

export interface ComparedDay {
  readonly day: string;
  readonly provider: string;
  readonly mode: Mode;
  readonly orders: number;
  readonly differences: readonly Difference[];
  readonly comparedAt: string;
}

export interface ComparedDays {
  readonly keep: (compared: ComparedDay) => Promise<void>;
  readonly isKept: (compared: Pick<ComparedDay, 'day' | 'provider' | 'mode'>) => Promise<boolean>;
}
