import type { ComparedDays } from '../../commands/payout/comparing/compared-day';
import type { Query } from '../../read-models/table';

const KEEP = `INSERT INTO lastro.payout_comparisons (day, provider, mode, orders, differences, compared_at)
    VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (day, provider, mode) DO UPDATE SET
    orders = EXCLUDED.orders, differences = EXCLUDED.differences, compared_at = EXCLUDED.compared_at`;

export const comparisonRows = (query: Query): ComparedDays => ({
  keep: async ({ day, provider, mode, orders, differences, comparedAt }) => {
    await query(KEEP, [day, provider, mode, orders, JSON.stringify(differences), comparedAt]);
  },
  isKept: async ({ day, provider, mode }) => {
    const rows = await query('SELECT 1 FROM lastro.payout_comparisons WHERE day = $1 AND provider = $2 AND mode = $3', [
      ...[day, provider, mode],
    ]);
    return rows.length > 0;
  },
});
