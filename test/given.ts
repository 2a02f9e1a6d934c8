import { type Decider, fold } from '../aggregates/decider';
import type { Recorded } from '../aggregates/events';
import { isRejection, type RejectionCode } from '../aggregates/rejection';
import { memoryRows } from '../packages/testing/src/ledger/memory/memory-rows';
import type { Projection } from '../projections/projection';
import type { Row, Table } from '../read-models/table';

const rejectionOf = (decide: () => unknown): RejectionCode | null => {
  try {
    decide();
    return null;
  } catch (error) {
    if (isRejection(error)) return error.rejection.code;
    throw error;
  }
};

/** `given(cashout, ...history).when(command).then(...events)`, `.nothing()` or `.rejects(code)`. */
export const given = <State, Command, Event>(
  decider: Decider<State, Command, Event>,
  ...history: readonly Event[]
) => ({
  when: (command: Command) => {
    const decide = () => decider.decide(fold(decider, history), command);
    return {
      // biome-ignore lint/suspicious/noThenProperty: the word of the sentence; nobody awaits it.
      then: (...events: readonly Event[]): void => expect(decide()).toEqual(events),
      nothing: (): void => expect(decide()).toEqual([]),
      rejects: (code: RejectionCode): void => expect(rejectionOf(decide)).toBe(code),
    };
  },
});

export interface GivenRow {
  readonly table: Table;
  readonly row: Row;
}

/** A whole row of a table. */
export const row = <R extends Row>(table: Table<R>, columns: R): GivenRow => ({
  table,
  row: columns,
});

const isRow = (item: Recorded | GivenRow): item is GivenRow => 'table' in item;

/**
 * `givenRows(projection, ...rowsOrEvents).when(event).thenRows(...rows)` compares all rows afterwards;
 * `.unchanged()` compares them with the rows before.
 */
export const givenRows = (projection: Projection, ...before: readonly (Recorded | GivenRow)[]) => ({
  when: (event: Recorded) => {
    const rows = memoryRows(projection);
    for (const item of before) {
      if (isRow(item)) rows.set(item.table, item.row);
      else rows.apply(item);
    }
    const earlier = rows.dump();
    rows.apply(event);
    return {
      thenRows: (...expected: readonly GivenRow[]): void => {
        const wanted = memoryRows(projection);
        for (const item of expected) wanted.set(item.table, item.row);
        expect(rows.dump()).toEqual(wanted.dump());
      },
      unchanged: (): void => expect(rows.dump()).toEqual(earlier),
      rows,
    };
  },
});
