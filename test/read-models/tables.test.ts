import { projections } from '../../projections/all';
import type { ColumnType } from '../../read-models/table';
import { readModels } from '../stores/stored-rows';

const models = readModels();

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  numeric: 'numeric',
  bigint: 'int8',
  integer: 'int4',
  boolean: 'bool',
  timestamptz: 'timestamptz',
  jsonb: 'jsonb',
};

describe.each(projections.flatMap(({ tables }) => tables))('$name', (table) => {
  test('has the columns of its rows', async () => {
    const columns = await models.query<{ readonly name: string; readonly type: string }>(
      `SELECT column_name AS name, udt_name AS type FROM information_schema.columns
        WHERE table_schema = 'lastro' AND table_name = $1`,
      [table.name],
    );
    const declared = Object.entries(table.columns).map(([name, type]) => ({ name, type: TYPES[type] }));
    const byName = (left: { readonly name: string }, right: { readonly name: string }) =>
      left.name < right.name ? -1 : 1;
    expect([...columns].sort(byName)).toEqual(declared.sort(byName));
  });

  test('has its key as the primary key', async () => {
    const keys = await models.query<{ readonly name: string }>(
      `SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
        WHERE i.indrelid = ('lastro.' || $1)::regclass AND i.indisprimary`,
      [table.name],
    );
    expect(keys).toEqual([{ name: table.key }]);
  });
});
