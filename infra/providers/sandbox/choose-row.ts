/** A row of a table of scenarios. */
export interface ScenarioRow {
  readonly name: string;
  /** Tests and documentation are made from it. */
  readonly does: string;
  /** NN in the amount R$ ...NNN.NN of its table; null: by its name alone. */
  readonly number: number | null;
}

/** The first row is the default. */
export interface ScenarioTable<Row extends ScenarioRow> {
  readonly rows: readonly [Row, ...Row[]];
  /** The last three digits of whole reais that choose by amount. */
  readonly reais: bigint;
}

const REAIS_CYCLE = 1_000n;
const CENTS = 100n;

/** Throws when the table no longer has the row: the books name it. */
export const rowNamed = <Row extends ScenarioRow>({ rows }: ScenarioTable<Row>, name: string): Row => {
  const found = rows.find((row) => row.name === name);
  if (found === undefined) throw new Error(`The sandbox's books name a scenario that is gone: ${name}`);
  return found;
};

/** By the header (X-Sandbox-Scenario), then by the amount. A name of another table plays the default. */
export const chooseRow = <Row extends ScenarioRow>(
  { rows, reais }: ScenarioTable<Row>,
  name: string | undefined,
  cents: bigint,
): Row => {
  const isChosen = ({ number }: Row): boolean =>
    number !== null && cents % (REAIS_CYCLE * CENTS) === reais * CENTS + BigInt(number);
  return rows.find((row) => (name === undefined ? isChosen(row) : row.name === name)) ?? rows[0];
};
