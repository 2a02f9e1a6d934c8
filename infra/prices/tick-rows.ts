import type { Tick } from '../../aggregates/quote/market/tick';
import type { Query } from '../../read-models/table';
import type { TickTold } from './sources/source';

interface TickRow extends Omit<Tick, 'sourceMs' | 'receivedMs' | 'changedMs'> {
  readonly source_ms: string | null;
  readonly received_ms: string;
  readonly changed_ms: string;
}

const tickOf = ({ source_ms, received_ms, changed_ms, ...sides }: TickRow): Tick => ({
  ...sides,
  sourceMs: source_ms === null ? null : Number(source_ms),
  receivedMs: Number(received_ms),
  changedMs: Number(changed_ms),
});

export interface TickRows {
  readonly read: () => Promise<readonly Tick[]>;
  readonly write: (source: string, ticks: readonly TickTold[], nowMs: number) => Promise<void>;
}

const READ = 'SELECT source, base, quote, bid, ask, source_ms, received_ms, changed_ms FROM lastro.price_ticks';

/** Hears of each source's new ticks, without a payload. */
export const TICKS_CHANNEL = 'lastro_price_ticks';

const WRITE = `WITH written AS (INSERT INTO lastro.price_ticks AS kept
    SELECT $1, base, quote, bid, ask, source_ms, $2, $2
      FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[]) AS told (base, quote, bid, ask, source_ms)
  ON CONFLICT (source, base, quote) DO UPDATE SET bid = EXCLUDED.bid, ask = EXCLUDED.ask,
    source_ms = EXCLUDED.source_ms, received_ms = EXCLUDED.received_ms,
    changed_ms = CASE WHEN (kept.bid, kept.ask) = (EXCLUDED.bid, EXCLUDED.ask)
      THEN kept.changed_ms ELSE EXCLUDED.changed_ms END)
  SELECT pg_notify('${TICKS_CHANNEL}', '')`;

/** Keeps the last tick of a pair: a repeated pair would make the statement fail. */
const onePerPair = (ticks: readonly TickTold[]): readonly TickTold[] => [
  ...new Map(ticks.map((tick) => [`${tick.base}/${tick.quote}`, tick])).values(),
];

export const createTickRows = (query: Query): TickRows => ({
  read: async () => (await query<TickRow>(READ, [])).map(tickOf),
  write: async (source, told, nowMs) => {
    const ticks = onePerPair(told);
    await query(WRITE, [
      ...[source, nowMs, ticks.map(({ base }) => base), ticks.map(({ quote }) => quote)],
      ...[ticks.map(({ bid }) => bid), ticks.map(({ ask }) => ask), ticks.map(({ sourceMs }) => sourceMs)],
    ]);
  },
});
