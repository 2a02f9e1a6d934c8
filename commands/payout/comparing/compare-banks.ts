import { invalidField, rejection } from '../../../aggregates/rejection';
import type { PayoutProvider } from '../../ports/providers/payout-provider';
import type { Window } from '../windows';
import { type ComparingDeps, compareDay } from './compare-day';
import { type ComparedDay, type ComparedDays, windowOfDay } from './compared-day';

export interface CompareBanksDeps extends ComparingDeps {
  readonly everyPayoutProvider: readonly PayoutProvider[];
  readonly comparedDays: ComparedDays;
}

export interface NotComparedBank extends Pick<ComparedDay, 'day' | 'provider' | 'mode'> {
  readonly reason: string;
}

export interface BanksCompared {
  readonly compared: readonly ComparedDay[];
  readonly notCompared: readonly NotComparedBank[];
}

interface AskedDay {
  /** In Brasília, as `2026-11-27`. */
  readonly day: string;
  readonly isOnlyMissing?: boolean;
}

/** Keeps the result once the day is over. A bank that fails does not stop the others. */
export const compareBanks =
  (deps: CompareBanksDeps) =>
  async ({ day, isOnlyMissing = false }: AskedDay): Promise<BanksCompared> => {
    const { window, isOver } = mustHaveBegun(deps, day);
    const compared: ComparedDay[] = [];
    const notCompared: NotComparedBank[] = [];
    for (const provider of deps.everyPayoutProvider) {
      const about = { day, provider: provider.name, mode: provider.mode };
      if (isOnlyMissing && (await deps.comparedDays.isKept(about))) continue;
      const result = await compareDay(deps, provider, { day, window });
      if (result.isCompared) {
        if (isOver) await deps.comparedDays.keep(result.day);
        compared.push(result.day);
      } else {
        deps.alert("The comparison of a bank's day with the log failed", {
          provider: provider.name,
          mode: provider.mode,
        });
        notCompared.push({ ...about, reason: result.reason });
      }
    }
    return { compared, notCompared };
  };

/** A day that has not ended is compared until now, and not kept. */
const mustHaveBegun = (
  { clock }: CompareBanksDeps,
  day: string,
): { readonly window: Window; readonly isOver: boolean } => {
  const window = windowOfDay(day);
  if (window === null) throw invalidField('day', 'must be a day such as 2026-11-27');
  const nowMs = clock.now();
  if (window.fromMs >= nowMs) throw rejection('WRONG_STATE', 'The day has not started in Brasília yet');
  return { window: { ...window, toMs: Math.min(window.toMs, nowMs) }, isOver: window.toMs <= nowMs };
};
