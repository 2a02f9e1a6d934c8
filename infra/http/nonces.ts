import type { Pool } from 'pg';

/** The nonces of signed requests, claimed once each among all processes on one database. */
export interface NonceClaims {
  /** True for the first who asks within `ttlSeconds`. */
  readonly claim: (partnerId: string, nonce: string, ttlSeconds: number) => Promise<boolean>;
  /** Removes some of those that have expired; answers how many. */
  readonly removeExpired: () => Promise<number>;
}

const REMOVED_AT_ONCE = 1_000;

const CLAIM = `
INSERT INTO lastro.nonces AS used (partner_id, nonce, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))
ON CONFLICT (partner_id, nonce) DO UPDATE SET expires_at = excluded.expires_at WHERE used.expires_at <= now()`;

const REMOVE = `
DELETE FROM lastro.nonces WHERE ctid IN (
  SELECT ctid FROM lastro.nonces WHERE expires_at < now() LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED)`;

/** A note that stays, beside the nonces; no partner has an empty id. */
const NOTE_OTHER_STORE = `
WITH earlier AS (SELECT FROM lastro.nonces WHERE expires_at > now() LIMIT 1),
note AS (
  INSERT INTO lastro.nonces (partner_id, nonce, expires_at) VALUES ('', 'kept elsewhere', 'infinity')
  ON CONFLICT (partner_id, nonce) DO NOTHING)
SELECT NOT EXISTS (SELECT FROM earlier) AS is_first`;

/**
 * Notes that nonces are kept in another store from now on. True for the first who says so, when no nonce is kept here
 * either: then nobody has used one before, and the other store can have forgotten nothing.
 */
export const isFirstUseOfOtherStore = async (pool: Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ readonly is_first: boolean }>(NOTE_OTHER_STORE);
  return rows[0]?.is_first === true;
};

export const createPostgresNonces = (pool: Pool): NonceClaims => ({
  claim: async (partnerId, nonce, ttlSeconds) => {
    const { rowCount } = await pool.query({ name: 'claim-nonce', text: CLAIM, values: [partnerId, nonce, ttlSeconds] });
    return rowCount === 1;
  },
  removeExpired: async () => (await pool.query(REMOVE)).rowCount ?? 0,
});
