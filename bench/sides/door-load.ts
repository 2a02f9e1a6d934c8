import { Pool } from 'undici';
import type { Order } from '../seeds/order';
import { median } from '../support/alternate';
import { closedLoop, type Done } from './shared/closed-loop';
import { type Door, requestsOf, send } from './shared/requests';
import { serve } from './shared/serve';

export interface DoorTarget {
  readonly url: string;
  readonly clients: number;
  readonly door: Door;
}

export interface DoorLoad {
  readonly durationMs: number;
  /** The load ends early when they are used up. */
  readonly orders: readonly Order[];
}

export interface DoorResult extends Done {
  readonly used: number;
  readonly refused: number;
  /** Time of an answer that was no 503; null without any. */
  readonly medianMs: number | null;
}

/** Shorter than the service's own, which may end while it stands still. */
const KEEP_ALIVE_MS = 5_000;

/** Clients that each send one request after the other, over connections that are kept alive. */
serve(async ({ url, clients, door }: DoorTarget) => {
  const options = { connections: clients, pipelining: 1, keepAliveMaxTimeout: KEEP_ALIVE_MS };
  const pool = new Pool(url, options);
  const requestOf = requestsOf(door);
  const answer = async ({ durationMs, orders }: DoorLoad): Promise<DoorResult> => {
    let [sent, refused] = [0, 0];
    const latenciesMs: number[] = [];
    const loop = await closedLoop(clients, durationMs, () => {
      const request = requestOf(sent, orders);
      if (request === null) return null;
      sent += 1;
      const startedMs = performance.now();
      return send(pool, request).then((isTaken) => {
        if (isTaken) latenciesMs.push(performance.now() - startedMs);
        else refused += 1;
        return isTaken;
      });
    });
    const medianMs = latenciesMs.length === 0 ? null : median(latenciesMs);
    return { ...loop, used: Math.min(sent, orders.length), refused, medianMs };
  };
  return { answer, close: () => pool.destroy() };
});
