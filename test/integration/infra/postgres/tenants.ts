import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { migrate } from '../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../infra/postgres/pool';
import { serviceMigrations } from '../../../../src/bin/stores/prepared-database';
import { testDatabase } from '../../../stores/postgres';

export interface Tenants {
  readonly url: string;
  /** As the owner of all tables. */
  readonly pool: Pool;
  /** As superuser. */
  readonly admin: Pool;
  /** Has the users p-first and p-second in sandbox, p-live in live. */
  readonly p: string;
  /** Has q-first in sandbox. */
  readonly q: string;
  /** A login role that may do nothing yet; it goes with the database. */
  readonly login: () => Promise<{ readonly url: string; readonly name: string }>;
  readonly close: () => Promise<void>;
}

/** A database with every table of the service and the users of two partners. */
export const openTenants = async (): Promise<Tenants> => {
  const database = await testDatabase();
  const pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  const admin = createPool(database.superuserUrl, pino({ level: 'silent' }), BATCH_LIMITS);
  await migrate(pool, serviceMigrations());
  const [p, q] = [randomUUID(), randomUUID()];
  const users = {
    'p-first': [p, 'sandbox'],
    'p-second': [p, 'sandbox'],
    'p-live': [p, 'live'],
    'q-first': [q, 'sandbox'],
  };
  for (const [userId, [partnerId, mode]] of Object.entries(users)) {
    await pool.query("INSERT INTO lastro.users VALUES ($1, $2, $3, NULL, NULL, NULL, 'PENDING', false, false, now())", [
      userId,
      partnerId,
      mode,
    ]);
  }
  const logins: string[] = [];
  return {
    ...{ url: database.url, pool, admin, p, q },
    login: async () => {
      const [name, password] = [`test_${randomBytes(8).toString('hex')}`, randomBytes(8).toString('hex')];
      await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
      logins.push(name);
      return { name, url: Object.assign(new URL(database.url), { username: name, password }).href };
    },
    close: async () => {
      for (const name of logins) await admin.query(`DROP OWNED BY ${name} CASCADE; DROP ROLE ${name}`);
      await Promise.all([pool.end(), admin.end()]);
      await database.drop();
    },
  };
};
