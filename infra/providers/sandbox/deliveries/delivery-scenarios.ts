import type { ScenarioRow, ScenarioTable } from '../choose-row';

/** A row of the table (design: providers, "Sandbox provider"). */
export interface DeliveryScenario extends ScenarioRow {
  /** NEVER: until the control call decides. */
  readonly ends: 'CONFIRMED' | 'FAILED' | 'NEVER';
  /** The first transaction is dropped; another one arrives, in twice the time. */
  readonly isReplaced: boolean;
  readonly lacksTrustline: boolean;
  /** The broadcast lands, and its answer is lost. */
  readonly isUnanswered: boolean;
}

/** The defaults of every row: final after 2 s. */
const row = (name: string, does: string, differences: Partial<DeliveryScenario> = {}): DeliveryScenario => ({
  ...{ name, does, number: null, ends: 'CONFIRMED', isReplaced: false, lacksTrustline: false, isUnanswered: false },
  ...differences,
});

/** Tests and documentation are made from this table. */
export const DELIVERIES: ScenarioTable<DeliveryScenario> = {
  reais: 888n,
  rows: [
    row('DELIVERY', 'is broadcast, and final after 2 s'),
    row('DELIVERY_STUCK', 'is never final until the control call decides', { number: 1, ends: 'NEVER' }),
    row('DELIVERY_REPLACED', 'is dropped, and arrives in another transaction', { number: 2, isReplaced: true }),
    row('DELIVERY_NO_TRUSTLINE', 'cannot be received', { number: 3, lacksTrustline: true }),
    row('DELIVERY_UNANSWERED', 'lands, and its answer is lost', { number: 4, isUnanswered: true }),
    row('DELIVERY_FAILED', 'definitely fails after 2 s', { ends: 'FAILED' }),
  ],
};
