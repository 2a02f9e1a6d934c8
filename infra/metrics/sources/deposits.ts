import type { UnmatchedReason } from '../../../aggregates/deposit/events';
import type { Query } from '../../../read-models/table';
import { counted, type GaugeSource } from '../gauge-source';

const UNMATCHED = 'lastro_unmatched_deposits';

/** A record, so that the compiler demands new reasons. */
const REASONS: Readonly<Record<UnmatchedReason, true>> = {
  NO_MEMO: true,
  UNKNOWN_MEMO: true,
  WRONG_ASSET: true,
  WRONG_NETWORK: true,
  UNDERPAID: true,
  LATE: true,
  DUPLICATE: true,
  INTENT_CLOSED: true,
  AMBIGUOUS: true,
  UNSUPPORTED_TRANSFER: true,
  OWN_TRANSFER: true,
};

const MOST_DEPOSITS = 50_000;

const BY_REASON = `
  SELECT reason, count(*)::int AS deposits FROM (
    SELECT reason FROM lastro.deposits WHERE status = 'UNMATCHED' ORDER BY updated_at DESC, deposit_id DESC LIMIT $1
  ) AS unmatched WHERE reason IS NOT NULL GROUP BY reason`;

export const depositGauges = (query: Query): GaugeSource => ({
  name: 'deposits',
  families: {
    [UNMATCHED]: { help: `Unmatched deposits, the newest ${MOST_DEPOSITS} at most`, labels: ['reason'] },
  },
  read: async () => {
    const rows = await query<{ readonly reason: string; readonly deposits: number }>(BY_REASON, [MOST_DEPOSITS]);
    const found = new Map(rows.map(({ reason, deposits }) => [reason, deposits]));
    return counted(UNMATCHED, 'reason', Object.keys(REASONS), found);
  },
});
