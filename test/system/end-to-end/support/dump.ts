import { Client } from 'pg';

/** Every row of every table of every schema of ours, as text. */
export const dumpDatabase = async (url: string): Promise<string> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const tables = await client.query<{ readonly table: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS table FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const texts: string[] = [];
  for (const { table } of tables.rows) {
    const { rows } = await client.query<{ readonly line: string }>(`SELECT t::text AS line FROM ${table} t`);
    texts.push(`## ${table}`, ...rows.map(({ line }) => line));
  }
  await client.end();
  return texts.join('\n');
};
