/** A row of the table (design: providers, "Sandbox provider"). */
export interface DeliveryScenario {
  readonly name: string;
  readonly does: string;
  /** NN in the quote's amount R$ ...888.NN; null: by its name alone. */
  readonly number: number | null;
  /** NEVER: until the control call decides. */
  readonly ends: 'CONFIRMED' | 'FAILED' | 'NEVER';
  /** The first transaction is dropped; another one arrives, in twice the time. */
  readonly isReplaced: boolean;
  readonly lacksTrustline: boolean;
  /** The broadcast lands, and its answer is lost. */
  readonly isUnanswered: boolean;
}

type Row = Pick<DeliveryScenario, 'name' | 'does'> & Partial<DeliveryScenario>;

/** The defaults of every row: final after 2 s. */
const row = (differences: Row): DeliveryScenario => ({
  ...{ number: null, ends: 'CONFIRMED', isReplaced: false, lacksTrustline: false, isUnanswered: false },
  ...differences,
});

export const DEFAULT_DELIVERY = row({ name: 'DELIVERY', does: 'is broadcast, and final after 2 s' });

/** Tests and documentation are made from this table. */
export const DELIVERY_SCENARIOS: readonly DeliveryScenario[] = [
  DEFAULT_DELIVERY,
  row({ name: 'DELIVERY_STUCK', does: 'is never final until the control call decides', number: 1, ends: 'NEVER' }),
  row({
    name: 'DELIVERY_REPLACED',
    does: 'is dropped, and arrives in another transaction',
    number: 2,
    isReplaced: true,
  }),
  row({ name: 'DELIVERY_NO_TRUSTLINE', does: 'cannot be received', number: 3, lacksTrustline: true }),
  row({ name: 'DELIVERY_UNANSWERED', does: 'lands, and its answer is lost', number: 4, isUnanswered: true }),
  row({ name: 'DELIVERY_FAILED', does: 'definitely fails after 2 s', ends: 'FAILED' }),
];

const AMOUNT_CYCLE = 100_000n;
const AMOUNT_BASE = 88_800n;

export const deliveryScenarioNamed = (name: string): DeliveryScenario | null =>
  DELIVERY_SCENARIOS.find((scenario) => scenario.name === name) ?? null;

/** By the header, then by the amount; a name of another table leaves the delivery to itself. */
export const chooseDeliveryScenario = (name: string | undefined, brlCents: bigint): DeliveryScenario => {
  if (name !== undefined) return deliveryScenarioNamed(name) ?? DEFAULT_DELIVERY;
  const byAmount = DELIVERY_SCENARIOS.find(
    ({ number }) => number !== null && brlCents % AMOUNT_CYCLE === AMOUNT_BASE + BigInt(number),
  );
  return byAmount ?? DEFAULT_DELIVERY;
};
