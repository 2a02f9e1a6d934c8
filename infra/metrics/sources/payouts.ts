import { sumHeld } from '../../../read-models/steps/payouts';
import type { Query } from '../../../read-models/table';
import { counted, type GaugeSource } from '../gauge-source';

const [PAYOUTS, OLDEST] = ['lastro_payouts', 'lastro_payouts_oldest_age_seconds'];
const [HELD, HELD_CENTS] = ['lastro_payouts_held', 'lastro_payouts_held_cents'];

/** States of open payouts. WAITING: no attempt in progress. */
const STATES = ['WAITING', 'REQUESTED', 'DISPATCHED', 'UNKNOWN'];

/** Bounds the query's cost when a bank is away for a day. */
const MOST_PAYOUTS = 50_000;

/** Open payouts have a step, and so have payouts that operators have ended and whose provider is still asked. */
const OPEN_PAYOUTS = `
  SELECT CASE step.step WHEN 'REQUEST' THEN 'WAITING' WHEN 'DISPATCH' THEN 'REQUESTED'
      ELSE CASE WHEN payout.status = 'UNKNOWN' THEN 'UNKNOWN' ELSE 'DISPATCHED' END END AS state,
    count(*)::int AS payouts, extract(epoch FROM clock_timestamp() - min(step.since_at))::float8 AS oldest
  FROM (SELECT * FROM lastro.payout_steps WHERE until_at IS NULL LIMIT $1) AS step LEFT JOIN lastro.payouts AS payout USING (provider_key)
  GROUP BY 1`;

interface StateRow {
  readonly state: string;
  readonly payouts: number;
  readonly oldest: number;
}

export const payoutGauges = (query: Query): GaugeSource => ({
  name: 'payouts',
  families: {
    [PAYOUTS]: { help: `Open payouts, ${MOST_PAYOUTS} at most`, labels: ['state'] },
    [OLDEST]: {
      help: 'Start of the oldest attempt or step; absent without one',
      labels: ['state'],
    },
    [HELD]: { help: 'Requested payouts that wait, by reason', labels: ['mode', 'reason'] },
    [HELD_CENTS]: { help: 'Sum of the waiting payouts, in centavos', labels: ['mode', 'reason'] },
  },
  read: async () => {
    const [rows, held] = await Promise.all([query<StateRow>(OPEN_PAYOUTS, [MOST_PAYOUTS]), sumHeld(query)]);
    return [
      ...counted(PAYOUTS, 'state', STATES, new Map(rows.map(({ state, payouts }) => [state, payouts]))),
      ...rows.map(({ state, oldest }) => ({ name: OLDEST, labels: { state }, value: Math.max(0, oldest) })),
      ...held.flatMap(({ mode, deferral: reason, payouts, cents }) => [
        { name: HELD, labels: { mode, reason }, value: payouts },
        { name: HELD_CENTS, labels: { mode, reason }, value: Number(cents) },
      ]),
    ];
  },
});
