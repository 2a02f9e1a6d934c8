import { hostname } from 'node:os';
import type { Readiness } from '../../http/deps';
import type { ServicePorts } from '../../service-ports';

type Check = Readiness['checks'][string];

/** More than jitter and a slow answer. */
const WRONG_MS = 60_000;
const NOW = `SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now_ms`;

/** Null while both clocks agree: deadlines are judged by both. Rejects when the database is away. */
export const lookAtDatabaseClock = async (
  { query, clock, alert }: Pick<ServicePorts, 'query' | 'clock' | 'alert'>,
  host: string = hostname(),
): Promise<Check | null> => {
  const askedMs = clock.now();
  const [row] = await query<{ readonly now_ms: string }>(NOW, []);
  const aheadMs = Math.round(Number(row?.now_ms) - (askedMs + clock.now()) / 2);
  return Math.abs(aheadMs) > WRONG_MS ? wrong(aheadMs, alert, host) : null;
};

const wrong = (aheadMs: number, alert: ServicePorts['alert'], host: string): Check => {
  alert("PostgreSQL's clock contradicts this machine's", { host, aheadMs: aheadMs.toString() });
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return { ok: false, detail: `PostgreSQL is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${side} this machine` };
};
