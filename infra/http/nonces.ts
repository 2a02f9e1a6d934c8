import type { Pool } from 'pg';
import { gathering, type Waiting } from '../../commands/timing/gathering';

/** Nonces of signed requests: each can be claimed once among all processes on one database. */
export interface NonceClaims {
  /** True for the first claim within `ttlSeconds`. Rejects while another store may hold nonces unknown to this one. */
  readonly claim: (partnerId: string, nonce: string, ttlSeconds: number) => Promise<boolean>;
  /** Seconds until claims with this lifetime are accepted: 0 when they are, Infinity when unknown. */
  readonly secondsRefused: (ttlSeconds: number) => Promise<number>;
  readonly removeExpired: () => Promise<number>;
}

const REMOVED_AT_ONCE = 1_000;

/** Claims that arrive during two open statements share the next one. */
const BATCHES = { batchesAtOnce: 2, itemsPerBatch: 64 };

/** Notes have an empty partner id; a live note stops claims. Sorted, so that two statements do not deadlock. */
const CLAIM = `
WITH closed AS (
  SELECT max(expires_at) AS until FROM lastro.nonces
  WHERE partner_id = '' AND nonce IN ('kept elsewhere', 'kept here again') AND expires_at > now()),
claimed AS (
  INSERT INTO lastro.nonces AS used (partner_id, nonce, expires_at)
  SELECT partner_id, nonce, now() + make_interval(secs => seconds)
    FROM closed, unnest($1::text[], $2::text[], $3::float8[]) AS claim (partner_id, nonce, seconds)
    WHERE until IS NULL ORDER BY partner_id, nonce
  ON CONFLICT (partner_id, nonce) DO UPDATE SET expires_at = excluded.expires_at WHERE used.expires_at <= now()
  RETURNING partner_id || ' ' || nonce AS key)
SELECT ARRAY(SELECT key FROM claimed) AS keys,
  ceil(extract(epoch FROM until) - extract(epoch FROM now()))::float8 AS seconds_left
FROM closed`;

const CLOSED = `
SELECT ceil(extract(epoch FROM max(expires_at)) - extract(epoch FROM now()))::float8 AS seconds_left
FROM lastro.nonces WHERE partner_id = '' AND nonce IN ('kept elsewhere', 'kept here again') AND expires_at > now()`;

const REMOVE = `
DELETE FROM lastro.nonces WHERE ctid IN (
  SELECT ctid FROM lastro.nonces WHERE expires_at < now() LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED)`;

interface Claim {
  readonly partnerId: string;
  readonly nonce: string;
  readonly ttlSeconds: number;
}

interface Claimed {
  readonly keys: readonly string[];
  readonly seconds_left: number | null;
}

const keyOf = ({ partnerId, nonce }: Claim): string => `${partnerId} ${nonce}`;

export const createPostgresNonces = (pool: Pool): NonceClaims => {
  const answerAll = async (batch: readonly Waiting<Claim, boolean>[]): Promise<void> => {
    try {
      const free = await claimAll(pool, [...new Map(batch.map(({ item }) => [keyOf(item), item])).values()]);
      // The first claim of a nonce removes the nonce from the set, so a second claim in the batch fails.
      for (const { item, resolve } of batch) resolve(free.delete(keyOf(item)));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const claim = gathering<Claim, boolean>({ ...BATCHES, answerAll });
  return {
    claim: (partnerId, nonce, ttlSeconds) => claim({ partnerId, nonce, ttlSeconds }),
    secondsRefused: async () => {
      const { rows } = await pool.query<Pick<Claimed, 'seconds_left'>>(CLOSED);
      return rows[0]?.seconds_left ?? 0;
    },
    removeExpired: async () => (await pool.query(REMOVE)).rowCount ?? 0,
  };
};

/** Keys of the claims that are the first. */
const claimAll = async (pool: Pool, claims: readonly Claim[]): Promise<Set<string>> => {
  const values = [
    claims.map(({ partnerId }) => partnerId),
    claims.map(({ nonce }) => nonce),
    claims.map(({ ttlSeconds }) => ttlSeconds),
  ];
  const { rows } = await pool.query<Claimed>({ name: 'claim-nonces', text: CLAIM, values });
  const { keys = [], seconds_left: secondsLeft = null } = rows[0] ?? {};
  if (secondsLeft !== null) throw keptElsewhere(secondsLeft);
  return new Set(keys);
};

const keptElsewhere = (secondsLeft: number): Error =>
  new Error(
    Number.isFinite(secondsLeft)
      ? `the store of nonces has changed: signed requests are refused for ${secondsLeft} s more`
      : 'the store of nonces changed after the start of this process: signed requests are refused',
  );
