import type { ScenarioRow, ScenarioTable } from '../choose-row';

export interface RedemptionScenario extends ScenarioRow {
  readonly fate: 'LANDS' | 'REVERTS' | 'DROPPED';
  readonly isRefused: boolean;
  /** The debit lands, and the answer to its order is lost. */
  readonly isUnanswered: boolean;
  /** In the next block, or an hour later; advancing the simulated time brings it nearer. */
  readonly isStuck: boolean;
}

/** The defaults of every row: in the next block, and final after 2 s. */
const row = (name: string, does: string, differences: Partial<RedemptionScenario> = {}): RedemptionScenario => ({
  ...{ name, does, number: null, fate: 'LANDS', isRefused: false, isUnanswered: false, isStuck: false },
  ...differences,
});

/** By the gross of the withdrawal. Tests and documentation are made from this table. */
export const REDEMPTIONS: ScenarioTable<RedemptionScenario> = {
  reais: 555n,
  rows: [
    row('REDEMPTION', 'is in the next block, and final after 2 s'),
    row('REDEMPTION_REVERTED', 'is in a block without effect: the withdrawal fails', { number: 1, fate: 'REVERTS' }),
    row('REDEMPTION_DROPPED', 'never gets into a block: the withdrawal fails', { number: 2, fate: 'DROPPED' }),
    row('REDEMPTION_UNANSWERED', 'lands, and its answer is lost', { number: 3, isUnanswered: true }),
    row('REDEMPTION_STUCK', 'waits an hour for its block, or until advanced', { number: 4, isStuck: true }),
    row('REDEMPTION_REFUSED', 'is refused before anything is sent', { number: 5, isRefused: true }),
  ],
};
