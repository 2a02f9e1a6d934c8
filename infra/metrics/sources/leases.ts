import type { Query } from '../../../read-models/table';
import type { GaugeSource } from '../gauge-source';

const LEASES = 'lastro_leases';
const STATES = ['live', 'expired'] as const;
const WEBHOOK = 'webhook';
const MOST_LEASES = 10_000;

/** Rows without a holder, such as items waiting for a retry, are not leases. */
const BY_KIND = `
  SELECT kind, CASE WHEN lease_until > clock_timestamp() THEN 'live' ELSE 'expired' END AS state, count(*)::int AS leases
  FROM ((SELECT queue AS kind, lease_until FROM lastro.work_leases
      WHERE lease_until IS NOT NULL AND queue = ANY($2::text[]) LIMIT $1)
    UNION ALL (SELECT '${WEBHOOK}', lease_until FROM lastro.webhook_attempts
      WHERE outcome IS NULL AND lease_until > '-infinity' LIMIT $1)) AS held
  GROUP BY kind, state`;

interface LeaseRow {
  readonly kind: string;
  readonly state: string;
  readonly leases: number;
}

/** Live leases are open work; expired ones remain of killed workers. */
export const leaseGauges = (query: Query, queues: readonly string[]): GaugeSource => ({
  name: 'leases',
  families: { [LEASES]: { help: `Leases, ${MOST_LEASES} of a table at most`, labels: ['kind', 'state'] } },
  read: async () => {
    const rows = await query<LeaseRow>(BY_KIND, [MOST_LEASES, queues]);
    const found = new Map(rows.map(({ kind, state, leases }) => [`${kind} ${state}`, leases]));
    return [...queues, WEBHOOK].flatMap((kind) =>
      STATES.map((state) => ({
        name: LEASES,
        labels: { kind, state },
        value: found.get(`${kind} ${state}`) ?? 0,
      })),
    );
  },
});
