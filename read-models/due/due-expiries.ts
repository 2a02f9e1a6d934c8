import type { Query } from '../table';
import { type DueQuery, dueQuery } from './due-query';

export interface DueExpiry {
  readonly intentId: string;
}

export interface ExpiryWaits {
  /** By network: without a watermark, a scan must have succeeded this long after the deadline. */
  readonly graceSeconds: Readonly<Record<string, number>>;
  /** Longest wait while a network cannot be looked at. */
  readonly ceilingSeconds: number;
}

/** For a network that was removed from the configuration. */
const DEFAULT_GRACE_SECONDS = 600;

const graceOf = (network: string, waits: string, otherwise: string): string =>
  `coalesce((${waits}::jsonb ->> ${network})::int, ${otherwise}::int)`;

/** Unreadable transactions that may pay the intent `i`: they name its memo, or their memos are unknown. */
const UNREAD = `FROM lastro.unread_transactions u
  WHERE u.network = i.network AND u.given_up_at IS NULL
    AND (u.memos = 'null'::jsonb OR u.memos ?| ARRAY[i.memo, 'sha256:' || i.memo_hash])`;

/** Both projections decide what pays an intent; a parked stream may hold a payment. */
const PARKED = `FROM lastro.parked_streams parked WHERE parked.projection IN ('reconciliation', 'deposits')`;

const parkedOf = (network: string): string => `SELECT ${PARKED}
  AND (parked.stream = 'watcher-' || ${network} OR starts_with(parked.stream, 'deposit-' || ${network} || ':'))`;

const PARKED_ITSELF = `SELECT ${PARKED} AND parked.stream = 'cashout-' || i.intent_id`;

const holdsAt = (now: string): string => `FROM lastro.reconciliation_holds h
  WHERE h.memo_hash = i.memo_hash AND (h.until IS NULL OR h.until > ${now}::timestamptz)`;

const HELD = `bounds.is_parked OR EXISTS (${PARKED_ITSELF}) OR i.proposed_deposit IS NOT NULL
  OR EXISTS (SELECT ${holdsAt('$1')}) OR EXISTS (SELECT ${UNREAD})`;

/** Intents to expire; a hold beyond the ceiling is reported once. A bound per network limits the read. */
export const dueExpiries = (now: string, { graceSeconds, ceilingSeconds }: ExpiryWaits): DueQuery<DueExpiry> =>
  dueQuery({
    with: `WITH RECURSIVE pending (network) AS (
             SELECT min(network) FROM lastro.reconciliation_intents WHERE status = 'PENDING'
           UNION ALL
             SELECT (SELECT min(i.network) FROM lastro.reconciliation_intents i
                      WHERE i.status = 'PENDING' AND i.network > pending.network)
               FROM pending WHERE pending.network IS NOT NULL),
         bounds AS MATERIALIZED (
           SELECT pending.network, ceiling.at AS ceiling_at,
                  CASE WHEN parked.is_so THEN ceiling.at
                    ELSE greatest(w.time, c.looked_at - make_interval(secs => ${graceOf('pending.network', '$2', '$3')}),
                      ceiling.at) END AS known_at,
                  parked.is_so AS is_parked
             FROM pending
             CROSS JOIN LATERAL (SELECT $1::timestamptz - make_interval(secs => $4) AS at) ceiling
             CROSS JOIN LATERAL (SELECT EXISTS (${parkedOf('pending.network')}) AS is_so) parked
             LEFT JOIN lastro.network_watermarks w ON w.network = pending.network
             LEFT JOIN lastro.watch_cursors c ON c.network = pending.network
            WHERE pending.network IS NOT NULL)`,
    key: 'i.intent_id',
    dueAt: 'i.expires_at',
    item: { intentId: 'i.intent_id' },
    // OFFSET 0 keeps one query per network, so that the index is used with any estimate of the planner.
    source: `FROM bounds
           CROSS JOIN LATERAL (
             SELECT * FROM lastro.reconciliation_intents
              WHERE network = bounds.network AND status = 'PENDING'
                AND expires_at < least($1::timestamptz, bounds.known_at)
              ORDER BY expires_at OFFSET 0) i
           CROSS JOIN LATERAL (SELECT i.expires_at + make_interval(secs => i.tolerance_seconds) AS at) deadline
          WHERE deadline.at < bounds.known_at
            AND CASE WHEN ${HELD} THEN i.held_at IS NULL AND deadline.at < bounds.ceiling_at ELSE true END`,
    values: [now, JSON.stringify(graceSeconds), DEFAULT_GRACE_SECONDS, ceilingSeconds],
  });

export interface KnownOfExpiry {
  readonly evidence: {
    readonly watermark: string | null;
    readonly lookedAt: string | null;
    readonly holds: number;
    readonly unread: number;
    readonly parked?: number;
    readonly graceSeconds: number;
    readonly ceilingSeconds: number;
  };
  readonly asOf: { readonly commit: bigint; readonly prepare: bigint };
}

type KnownRow = KnownOfExpiry['evidence'] & {
  readonly memoHash: string;
  readonly parked: number;
  readonly commit: string;
  readonly prepare: string;
};

const KNOWN = `SELECT i.memo_hash AS "memoHash", w.time AS watermark, c.looked_at AS "lookedAt",
    ((SELECT count(*) ${holdsAt('$5')})
      + (i.proposed_deposit IS NOT NULL)::int)::int AS holds,
    (SELECT count(*) ${UNREAD})::int AS unread,
    (SELECT count(*) FROM (${parkedOf('i.network')} UNION ALL ${PARKED_ITSELF}) streams)::int AS parked,
    ${graceOf('i.network', '$2', '$3')} AS "graceSeconds", $4::int AS "ceilingSeconds",
    coalesce(p.position_commit, -1)::text AS commit, coalesce(p.position_prepare, -1)::text AS prepare
  FROM lastro.reconciliation_intents i
  LEFT JOIN lastro.network_watermarks w ON w.network = i.network
  LEFT JOIN lastro.watch_cursors c ON c.network = i.network
  LEFT JOIN lastro.named_checkpoints p ON p.projection = 'reconciliation'
 WHERE i.memo_hash = ANY($1::text[])`;

/** By memo hash; absent when the memo was never issued, or its intent is not projected yet. */
export const readExpiryEvidence = async (
  query: Query,
  { graceSeconds, ceilingSeconds }: ExpiryWaits,
  memoHashes: readonly string[],
  now: string,
): Promise<ReadonlyMap<string, KnownOfExpiry>> => {
  const values = [memoHashes, JSON.stringify(graceSeconds), DEFAULT_GRACE_SECONDS, ceilingSeconds, now];
  const rows = await query<KnownRow>(KNOWN, values);
  return new Map(rows.map(({ memoHash, ...row }) => [memoHash, knownOf(row)]));
};

const knownOf = ({ commit, prepare, parked, ...known }: Omit<KnownRow, 'memoHash'>): KnownOfExpiry => ({
  evidence: parked === 0 ? known : { ...known, parked },
  asOf: { commit: BigInt(commit), prepare: BigInt(prepare) },
});
