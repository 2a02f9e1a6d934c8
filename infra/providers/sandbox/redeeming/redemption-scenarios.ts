/** A row of the table. */
export interface RedemptionScenario {
  readonly name: string;
  readonly does: string;
  /** NN in the gross R$ ...555.NN; null: by its name alone. */
  readonly number: number | null;
  readonly fate: 'LANDS' | 'REVERTS' | 'DROPPED';
  readonly isRefused: boolean;
  /** The debit lands, and the answer to its order is lost. */
  readonly isUnanswered: boolean;
  /** In the next block, or an hour later; advancing the simulated time brings it nearer. */
  readonly isStuck: boolean;
}

type Row = Pick<RedemptionScenario, 'name' | 'does'> & Partial<RedemptionScenario>;

/** The defaults of every row: in the next block, and final after 2 s. */
const row = (differences: Row): RedemptionScenario => ({
  ...{ number: null, fate: 'LANDS', isRefused: false, isUnanswered: false, isStuck: false },
  ...differences,
});

export const DEFAULT_REDEMPTION = row({ name: 'REDEMPTION', does: 'is in the next block, and final after 2 s' });

/** Tests and documentation are made from this table. */
export const REDEMPTION_SCENARIOS: readonly RedemptionScenario[] = [
  DEFAULT_REDEMPTION,
  row({
    name: 'REDEMPTION_REVERTED',
    does: 'is in a block without effect: the withdrawal fails',
    number: 1,
    fate: 'REVERTS',
  }),
  row({
    name: 'REDEMPTION_DROPPED',
    does: 'never gets into a block: the withdrawal fails',
    number: 2,
    fate: 'DROPPED',
  }),
  row({ name: 'REDEMPTION_UNANSWERED', does: 'lands, and its answer is lost', number: 3, isUnanswered: true }),
  row({ name: 'REDEMPTION_STUCK', does: 'waits an hour for its block, or until advanced', number: 4, isStuck: true }),
  row({ name: 'REDEMPTION_REFUSED', does: 'is refused before anything is sent', number: 5, isRefused: true }),
];

const AMOUNT_CYCLE = 100_000n;
const AMOUNT_BASE = 55_500n;

/** By the header, then by the gross; a name of another table leaves the debit to itself. */
export const chooseRedemptionScenario = (name: string | undefined, grossCents: bigint): RedemptionScenario => {
  if (name !== undefined) return REDEMPTION_SCENARIOS.find((each) => each.name === name) ?? DEFAULT_REDEMPTION;
  const byAmount = REDEMPTION_SCENARIOS.find(
    ({ number }) => number !== null && grossCents % AMOUNT_CYCLE === AMOUNT_BASE + BigInt(number),
  );
  return byAmount ?? DEFAULT_REDEMPTION;
};
