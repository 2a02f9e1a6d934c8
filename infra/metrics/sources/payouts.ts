import type { Query } from '../../../read-models/table';
import { counted, type GaugeSource } from '../gauge-source';

const [PAYOUTS, OLDEST] = ['lastro_payouts', 'lastro_payouts_oldest_age_seconds'];

/** Of payouts that are not over. WAITING: no attempt is under way. */
const STATES = ['WAITING', 'REQUESTED', 'DISPATCHED', 'UNKNOWN'];

/** Payouts that are counted at most, so that a bank that is away for a day costs no more than this. */
const MOST_PAYOUTS = 50_000;

/** Only open payouts have a step. */
const OPEN_PAYOUTS = `
  SELECT CASE step.step WHEN 'REQUEST' THEN 'WAITING' WHEN 'DISPATCH' THEN 'REQUESTED'
      ELSE CASE WHEN payout.status = 'UNKNOWN' THEN 'UNKNOWN' ELSE 'DISPATCHED' END END AS state,
    count(*)::int AS payouts, extract(epoch FROM clock_timestamp() - min(step.since_at))::float8 AS oldest
  FROM (SELECT * FROM lastro.payout_steps LIMIT $1) AS step LEFT JOIN lastro.payouts AS payout USING (provider_key)
  GROUP BY 1`;

interface StateRow {
  readonly state: string;
  readonly payouts: number;
  readonly oldest: number;
}

/** Open payouts by state, and since when the oldest of each is. */
export const payoutGauges = (query: Query): GaugeSource => ({
  name: 'payouts',
  families: {
    [PAYOUTS]: { help: `Payouts that are not over, ${MOST_PAYOUTS} in all at most`, labels: ['state'] },
    [OLDEST]: {
      help: 'Since when the attempt of the oldest is sent, or the step caused; absent when there is none',
      labels: ['state'],
    },
  },
  read: async () => {
    const rows = await query<StateRow>(OPEN_PAYOUTS, [MOST_PAYOUTS]);
    return [
      ...counted(PAYOUTS, 'state', STATES, new Map(rows.map(({ state, payouts }) => [state, payouts]))),
      ...rows.map(({ state, oldest }) => ({ name: OLDEST, labels: { state }, value: Math.max(0, oldest) })),
    ];
  },
});
