import type { Pool } from 'pg';
import type { Clock } from '../../../commands/ports/clock';
import type { Logger } from '../../logger';

/** A request that ended now. */
export interface EndedPartnerRequest {
  /** Null: without a partner's credential. */
  readonly partnerId: string | null;
  readonly mode: string | null;
  readonly method: string;
  /** Template of the matched route; null: none matches. */
  readonly route: string | null;
  readonly status: number;
  /** Problem code of a failure. */
  readonly code: string | null;
  readonly requestId: string;
  readonly durationMs: number;
}

export interface PartnerRequests {
  /** Keeps a POST or a failure of a partner for the next write. Never waits. */
  readonly note: (request: EndedPartnerRequest) => void;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const FLUSH_INTERVAL_MS = 1_000;
/** Noted between two writes; further requests are not kept. */
const MAXIMUM_NOTED = 5_000;
const FIRST_FAILURE = 400;

const WRITE = `INSERT INTO lastro.partner_requests
    (partner_id, mode, at, method, route, status, code, request_id, duration_ms)
  SELECT "partnerId", mode, at, method, route, status, code, "requestId", round("durationMs") FROM json_to_recordset($1::json)
    AS noted ("partnerId" text, mode text, at timestamptz, method text, route text, status integer, code text,
      "requestId" text, "durationMs" numeric)`;

/** Notes requests in memory and writes them every second, in one statement. A crash, or a database away, loses some. */
export const createPartnerRequests = (pool: Pool, clock: Clock, logger: Logger): PartnerRequests => {
  let noted: (EndedPartnerRequest & { readonly at: string })[] = [];
  const flush = async (): Promise<void> => {
    if (noted.length === 0) return;
    const batch = noted;
    noted = [];
    await pool.query(WRITE, [JSON.stringify(batch)]).catch((error: unknown) => {
      logger.warn({ err: error, count: batch.length }, 'the requests of partners could not be written');
    });
  };
  const timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS);
  timer.unref();
  return {
    note: (request) => {
      const { partnerId, method, route, status } = request;
      if (partnerId === null || route === null || noted.length >= MAXIMUM_NOTED) return;
      if (method === 'POST' || status >= FIRST_FAILURE) noted.push({ ...request, at: clock.iso() });
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
};

const REMOVE_OLD = `DELETE FROM lastro.partner_requests WHERE number IN (
  SELECT r.number FROM lastro.partners p
    CROSS JOIN LATERAL (SELECT number FROM lastro.partner_requests
      WHERE partner_id = p.partner_id ORDER BY number DESC OFFSET $1 LIMIT 1) last
    JOIN lastro.partner_requests r ON r.partner_id = p.partner_id AND r.number <= last.number
   LIMIT 1000)`;

const KEPT_PER_PARTNER = 10_000;

/** Removes some of the requests before the latest 10,000 of a partner. */
export const removeOldRequests = async (pool: Pool, kept = KEPT_PER_PARTNER): Promise<number> =>
  (await pool.query(REMOVE_OLD, [kept])).rowCount ?? 0;
