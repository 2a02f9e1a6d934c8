import type { CreditSweeps, SweepPass, SweepState } from '../../commands/ports/credit-sweeps';
import type { Query } from '../../read-models/table';

interface SweepRow {
  readonly swept_at: string | null;
  readonly pass: SweepPass | null;
  readonly failing_since: string | null;
}

const READ = `SELECT swept_at, pass, failing_since FROM lastro.credit_sweeps
  WHERE partner_id = $1 AND mode = $2 AND provider = $3`;
const SAVE = `INSERT INTO lastro.credit_sweeps (partner_id, mode, provider, swept_at, pass, failing_since)
    VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (partner_id, mode, provider) DO UPDATE
    SET swept_at = excluded.swept_at, pass = excluded.pass, failing_since = excluded.failing_since`;

export const creditSweepsIn = (query: Query): CreditSweeps => ({
  read: async ({ partnerId, mode, provider }) => {
    const [row] = await query<SweepRow>(READ, [partnerId, mode, provider]);
    return row === undefined ? null : stateOf(row);
  },
  save: async ({ partnerId, mode, provider }, { sweptAtMs, pass, failingSinceMs }) => {
    const state = [isoOf(sweptAtMs), JSON.stringify(pass), isoOf(failingSinceMs)];
    await query(SAVE, [partnerId, mode, provider, ...state]);
  },
});

const stateOf = ({ swept_at, pass, failing_since }: SweepRow): SweepState => ({
  ...{ sweptAtMs: msOf(swept_at), pass, failingSinceMs: msOf(failing_since) },
});

const msOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));
const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
