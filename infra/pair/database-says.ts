import type { Pool } from 'pg';
import type { DatabaseSays } from '../../commands/ports/pair';
import { inTransaction } from '../postgres/pool';
import type { CheckpointKeeper } from './checkpoint-keeper';
import { readPairRow } from './pair-row';

const VAULT = `SELECT NOT EXISTS (SELECT FROM vault.subject_keys) AND NOT EXISTS (SELECT FROM vault.lookups) AS is_empty`;

/** Row, vault and checkpoints as of one moment. */
export const readDatabase = (pool: Pool, { read }: Pick<CheckpointKeeper, 'read'>): Promise<DatabaseSays> =>
  inTransaction(
    pool,
    async (client) => {
      const row = await readPairRow(client);
      const vault = await client.query<{ is_empty: boolean }>(VAULT);
      const checkpoints = await read(client);
      return { row, isVaultEmpty: vault.rows[0]?.is_empty === true, checkpoints };
    },
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  );
