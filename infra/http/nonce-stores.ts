import type { Pool } from 'pg';
import type { Logger } from '../logger';
import { createPostgresNonces, type NonceClaims } from './nonces';

/** What every store of nonces can do. */
export type SharedNonces = Pick<NonceClaims, 'claim' | 'secondsRefused'>;

/**
 * Nonces are in Postgres or in another store, and either is blind to what the other has seen. Notes among the nonces of
 * Postgres say where they are, so that a change of the store waits until what was used before can no more be used again.
 */

const NOTE_OTHER_STORE = `
WITH note AS (
  INSERT INTO lastro.nonces (partner_id, nonce, expires_at) VALUES ('', 'kept elsewhere', 'infinity')
  ON CONFLICT (partner_id, nonce) DO NOTHING)
SELECT NOT EXISTS (SELECT FROM lastro.nonces WHERE expires_at > now()) AS is_first,
  EXISTS (SELECT FROM lastro.nonces WHERE expires_at > now() AND partner_id <> '') AS is_blind`;

/** What Postgres knows of nonces when another store begins to keep them. */
export interface EarlierNonces {
  /** No nonce can have been used before: the other store has forgotten nothing. */
  readonly isFirst: boolean;
  /** Nonces have been used here that the other store does not know. */
  readonly isBlind: boolean;
}

/** Notes that nonces are kept in another store from now on: none is claimed in Postgres any more. */
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
  /** How long a nonce is kept, wherever it is. */
  readonly ttlSeconds: number;
}

/**
 * Nonces in Postgres for a process that has no other store. If there was one until now, claims reject for `ttlSeconds`
 * from the moment at which the first such process says so, which each does once and at once.
 */
export const createReturningNonces = (options: ReturningNoncesOptions): SharedNonces => {
  const { pool, logger, ttlSeconds } = options;
  const nonces = createPostgresNonces(pool);
  let taken: Promise<void> | null = null;
  const takeBack = async (): Promise<void> => {
    const { rowCount } = await pool.query(TAKE_BACK, [ttlSeconds]);
    if (rowCount === 0) return;
    logger.warn({ secondsLeft: ttlSeconds }, 'nonces were kept in another store: signed requests are refused');
  };
  const takenBack = (): Promise<void> => {
    if (taken !== null) return taken;
    const asked = takeBack();
    taken = asked;
    asked.catch((error: unknown) => {
      if (taken === asked) taken = null;
      logger.debug({ err: error }, 'where nonces were kept could not be looked at yet');
    });
    return asked;
  };
  // At once, so that the time of refusing does not wait for a request to begin; a claim tries again.
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
