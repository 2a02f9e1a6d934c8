import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { Pool as HttpPool } from 'undici';
import type { Order } from '../seeds/order';
import { createIntent, send } from './shared/requests';
import { serve } from './shared/serve';

export interface OpenLoopSettings {
  readonly url: string;
  readonly tokens: readonly string[];
  readonly connections: number;
  readonly databaseUrl: string;
}

export interface OpenLoop {
  readonly orders: readonly Order[];
  /** Between the beginnings of two requests, whether or not the earlier ones have ended. */
  readonly intervalMs: number;
  /** Every so manieth is followed to its row. */
  readonly probeEvery: number;
}

export interface OpenLoopResult {
  /** From the acknowledgement until the row was seen, the look itself included; of the followed ones. */
  readonly lagsMs: readonly number[];
  /** From the moment at which the request was due to its acknowledgement; of all. */
  readonly latenciesMs: readonly number[];
  readonly refused: number;
}

const CONNECTIONS = 4;
const LOOK_EVERY_MS = 2;
const SEEN_TIMEOUT_MS = 10_000;
const LOOK = 'SELECT 1 FROM lastro.cashout_intents WHERE intent_id = $1';

/** Requests at a fixed rate, however long their answers take. */
serve(async ({ databaseUrl, url, tokens, connections }: OpenLoopSettings) => {
  const pool = new Pool({ connectionString: databaseUrl, max: CONNECTIONS, idleTimeoutMillis: 0 });
  const service = new HttpPool(url, { connections, pipelining: 1 });
  const post = ({ quoteId, user }: Order): Promise<boolean> => send(service, createIntent(tokens[user] ?? '', quoteId));
  const untilSeen = async (intentId: string): Promise<number> => {
    const acknowledgedAt = performance.now();
    for (;;) {
      const { rowCount } = await pool.query({ name: 'look', text: LOOK, values: [intentId] });
      const lagMs = performance.now() - acknowledgedAt;
      if (rowCount === 1) return lagMs;
      if (lagMs > SEEN_TIMEOUT_MS) throw new Error(`${intentId} was acknowledged and has no row`);
      await pause(LOOK_EVERY_MS);
    }
  };
  const answer = async ({ orders, intervalMs, probeEvery }: OpenLoop): Promise<OpenLoopResult> => {
    const startedAt = performance.now();
    const latenciesMs: number[] = [];
    const lagsMs: number[] = [];
    let refused = 0;
    const follow = async (order: Order, index: number): Promise<void> => {
      const dueAt = startedAt + index * intervalMs;
      await pause(Math.max(0, dueAt - performance.now()));
      const isCreated = await post(order);
      latenciesMs.push(performance.now() - dueAt);
      if (!isCreated) refused += 1;
      else if (index % probeEvery === 0) lagsMs.push(await untilSeen(order.intentId));
    };
    await Promise.all(orders.map(follow));
    return { lagsMs, latenciesMs, refused };
  };
  return {
    answer,
    close: async () => {
      await service.destroy();
      await pool.end();
    },
  };
});
