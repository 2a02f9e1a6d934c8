import type { Pool } from 'pg';
import type { Logger } from '../logger';
import { createPostgresNonces, type NonceClaims } from './nonces';

export type SharedNonces = Pick<NonceClaims, 'claim' | 'secondsRefused'>;

/** A row in PostgreSQL names the store in use: after a change, claims wait until earlier nonces have expired. */

const NOTE_OTHER_STORE = `
WITH note AS (
  INSERT INTO lastro.nonces (partner_id, nonce, expires_at) VALUES ('', 'kept elsewhere', 'infinity')
  ON CONFLICT (partner_id, nonce) DO NOTHING)
SELECT NOT EXISTS (SELECT FROM lastro.nonces WHERE expires_at > now()) AS is_first,
  EXISTS (SELECT FROM lastro.nonces WHERE expires_at > now() AND partner_id <> '') AS is_blind`;

export interface EarlierNonces {
  /** Postgres has neither a live nonce nor a note: the other store cannot lack a nonce. */
  readonly isFirst: boolean;
  /** PostgreSQL has live nonces that the other store does not know. */
  readonly isBlind: boolean;
}

/** Records that another store holds the nonces: Postgres accepts no further claims. */
export const leaveNonces = async (pool: Pool): Promise<EarlierNonces> => {
  const { rows } = await pool.query<{ readonly is_first: boolean; readonly is_blind: boolean }>(NOTE_OTHER_STORE);
  return { isFirst: rows[0]?.is_first === true, isBlind: rows[0]?.is_blind !== false };
};

const TAKE_BACK = `
WITH note AS (DELETE FROM lastro.nonces WHERE partner_id = '' AND nonce = 'kept elsewhere' RETURNING nonce)
INSERT INTO lastro.nonces (partner_id, nonce, expires_at)
SELECT '', 'kept here again', now() + make_interval(secs => $1) FROM note
ON CONFLICT (partner_id, nonce) DO UPDATE SET expires_at = excluded.expires_at`;

export interface ReturningNoncesOptions {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly ttlSeconds: number;
}

/** If another store was in use, claims reject for `ttlSeconds`, counted from the first such process's note. */
export const createReturningNonces = (options: ReturningNoncesOptions): SharedNonces => {
  const { pool, logger, ttlSeconds } = options;
  const nonces = createPostgresNonces(pool);
  let taken: Promise<void> | null = null;
  const takeBack = async (): Promise<void> => {
    const { rowCount } = await pool.query(TAKE_BACK, [ttlSeconds]);
    if (rowCount === 0) return;
    logger.warn({ secondsLeft: ttlSeconds }, 'the store of nonces has changed: signed requests are refused');
  };
  const takenBack = (): Promise<void> => {
    if (taken !== null) return taken;
    const asked = takeBack();
    taken = asked;
    asked.catch((error: unknown) => {
      if (taken === asked) taken = null;
      logger.debug({ err: error }, 'the previous store of nonces is still unknown');
    });
    return asked;
  };
  // At once, so that the waiting time starts before the first request; a claim retries.
  void takenBack();
  return {
    claim: async (...claim) => {
      await takenBack();
      return nonces.claim(...claim);
    },
    secondsRefused: async (ttl) => {
      await takenBack();
      return nonces.secondsRefused(ttl);
    },
  };
};
