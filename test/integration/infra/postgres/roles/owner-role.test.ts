import { pino } from 'pino';
import { createPool } from '../../../../../infra/postgres/pool';
import { warnOfMightyOwner } from '../../../../../infra/postgres/roles/owner-role';
import { openTenants, type Tenants } from '../tenants';

let tenants: Tenants;
beforeAll(async () => {
  tenants = await openTenants();
});
afterAll(() => tenants.close());

const saidOf = async (url: string): Promise<string> => {
  const said: string[] = [];
  const heard = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
  const pool = createPool(url, heard);
  await warnOfMightyOwner(pool, heard).finally(() => pool.end());
  return said.join();
};

test('starts without a warning when the service’s own role is an ordinary owner', async () => {
  expect(await saidOf(tenants.url)).toBe('');
});

test.each(['SUPERUSER', 'BYPASSRLS', 'REPLICATION'])('warns when the service’s own role has %s', async (power) => {
  const { name, url } = await tenants.login();
  await tenants.admin.query(`ALTER ROLE ${name} ${power}`);
  expect(await saidOf(url)).toMatch(new RegExp(`${name}.*a role that owns the database is enough`));
});
