import { Client } from 'pg';
import { testDatabase } from '../../../stores/postgres';

const namesIn = async (url: string): Promise<string[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "SELECT current_database() AS name UNION ALL SELECT relname FROM pg_class WHERE relname = 'mark'",
  );
  await client.query('CREATE TABLE mark ()');
  await client.end();
  return rows.map((row) => row.name);
};

test('each test gets an empty database of its own, which is removed at its end', async () => {
  const [first, second] = await Promise.all([testDatabase(), testDatabase()]);
  expect(await namesIn(first.url)).toEqual([new URL(first.url).pathname.slice(1)]);
  expect(await namesIn(second.url)).toEqual([new URL(second.url).pathname.slice(1)]);
  await Promise.all([first.drop(), second.drop()]);
  await expect(namesIn(first.url)).rejects.toThrow(/does not exist/);
});
