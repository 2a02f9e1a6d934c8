import type { Pool } from 'pg';

export interface HeldLease {
  readonly queue: string;
  readonly key: string;
  readonly workerId: string;
  readonly leaseMs: number;
}

/** Takes or renews a lease for one process of an instance. Answers if this process has the lease. */
export const holdLease = async (
  pool: Pick<Pool, 'query'>,
  { queue, key, workerId, leaseMs }: HeldLease,
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `INSERT INTO lastro.work_leases AS held (queue, key, leased_by, lease_until)
       VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4::float8 / 1000))
     ON CONFLICT (queue, key) DO UPDATE SET leased_by = EXCLUDED.leased_by, lease_until = EXCLUDED.lease_until
       WHERE held.leased_by = EXCLUDED.leased_by OR coalesce(held.lease_until <= clock_timestamp(), true)`,
    [queue, key, workerId, leaseMs],
  );
  return rowCount === 1;
};
