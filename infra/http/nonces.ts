import type { Pool } from 'pg';

/** Nonces of signed requests: each can be claimed once among all processes on one database. */
export interface NonceClaims {
  /** True for the first claim within `ttlSeconds`. Rejects while another store may hold nonces unknown to this one. */
  readonly claim: (partnerId: string, nonce: string, ttlSeconds: number) => Promise<boolean>;
  /** Seconds until claims with this lifetime are accepted: 0 when they are, Infinity when unknown. */
  readonly secondsRefused: (ttlSeconds: number) => Promise<number>;
  readonly removeExpired: () => Promise<number>;
}

const REMOVED_AT_ONCE = 1_000;

/** Notes are rows with an empty partner id. While a note is live, no nonce is claimed here. */
const CLAIM = `
WITH closed AS (
  SELECT max(expires_at) AS until FROM lastro.nonces
  WHERE partner_id = '' AND nonce IN ('kept elsewhere', 'kept here again') AND expires_at > now()),
claimed AS (
  INSERT INTO lastro.nonces AS used (partner_id, nonce, expires_at)
  SELECT $1, $2, now() + make_interval(secs => $3) FROM closed WHERE until IS NULL
  ON CONFLICT (partner_id, nonce) DO UPDATE SET expires_at = excluded.expires_at WHERE used.expires_at <= now()
  RETURNING nonce)
SELECT EXISTS (SELECT FROM claimed) AS is_first,
  ceil(extract(epoch FROM until) - extract(epoch FROM now()))::float8 AS seconds_left
FROM closed`;

const CLOSED = `
SELECT ceil(extract(epoch FROM max(expires_at)) - extract(epoch FROM now()))::float8 AS seconds_left
FROM lastro.nonces WHERE partner_id = '' AND nonce IN ('kept elsewhere', 'kept here again') AND expires_at > now()`;

const REMOVE = `
DELETE FROM lastro.nonces WHERE ctid IN (
  SELECT ctid FROM lastro.nonces WHERE expires_at < now() LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED)`;

interface Claimed {
  readonly is_first: boolean;
  readonly seconds_left: number | null;
}

export const createPostgresNonces = (pool: Pool): NonceClaims => ({
  claim: async (partnerId, nonce, ttlSeconds) => {
    const query = { name: 'claim-nonce', text: CLAIM, values: [partnerId, nonce, ttlSeconds] };
    const { rows } = await pool.query<Claimed>(query);
    const secondsLeft = rows[0]?.seconds_left ?? null;
    if (secondsLeft !== null) throw keptElsewhere(secondsLeft);
    return rows[0]?.is_first === true;
  },
  secondsRefused: async () => {
    const { rows } = await pool.query<Pick<Claimed, 'seconds_left'>>(CLOSED);
    return rows[0]?.seconds_left ?? 0;
  },
  removeExpired: async () => (await pool.query(REMOVE)).rowCount ?? 0,
});

const keptElsewhere = (secondsLeft: number): Error =>
  new Error(
    Number.isFinite(secondsLeft)
      ? `nonces were kept in another store before: signed requests are refused for ${secondsLeft} s more`
      : 'nonces are kept in another store since this process began: signed requests are refused',
  );
