import type { Pool } from 'pg';
import { IDLE_MS } from '../../commands/operator/console/sessions';
import type { ConsoleSession, ConsoleSessions } from '../../commands/ports/console-sessions';
import { createQuery } from '../postgres/query';

export interface PostgresConsoleSessions extends ConsoleSessions {
  readonly removeOver: (nowMs: number) => Promise<number>;
}

const SELECT = `SELECT token_hash AS "tokenHash", operator_name AS "operatorName", operator_since AS "operatorSince",
    started_at AS "startedAt", used_at AS "usedAt", address, browser
  FROM lastro.console_sessions`;

const FIND = `${SELECT} WHERE token_hash = $1`;

const LIST = `${SELECT} WHERE $1::text IS NULL OR operator_name = $1 ORDER BY used_at DESC LIMIT 500`;

const ADD = `INSERT INTO lastro.console_sessions
    (token_hash, operator_name, operator_since, started_at, used_at, address, browser)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

/** Times are the service's, as in events. */
export const createConsoleSessions = (pool: Pool): PostgresConsoleSessions => {
  const query = createQuery(pool);
  return {
    add: async ({ tokenHash, operatorName, operatorSince, startedAt, usedAt, address, browser }) => {
      await pool.query(ADD, [tokenHash, operatorName, operatorSince, startedAt, usedAt, address, browser]);
    },
    find: async (tokenHash) => (await query<ConsoleSession>(FIND, [tokenHash]))[0] ?? null,
    list: (operatorName) => query<ConsoleSession>(LIST, [operatorName]),
    use: async (tokenHash, usedAt) => {
      await pool.query('UPDATE lastro.console_sessions SET used_at = $2 WHERE token_hash = $1', [tokenHash, usedAt]);
    },
    remove: async (tokenHash) => {
      const { rowCount } = await pool.query('DELETE FROM lastro.console_sessions WHERE token_hash = $1', [tokenHash]);
      return rowCount === 1;
    },
    removeOver: async (nowMs) => {
      const { rowCount } = await pool.query('DELETE FROM lastro.console_sessions WHERE used_at < $1', [
        new Date(nowMs - IDLE_MS),
      ]);
      return rowCount ?? 0;
    },
  };
};
