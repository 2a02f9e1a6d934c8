import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { type Door, requestsOf, send } from './shared/requests';
import { serve } from './shared/serve';

export interface FixedRateSettings {
  readonly url: string;
  readonly connections: number;
}

export interface FixedRate {
  readonly door: Door;
  readonly count: number;
  /** Between the beginnings of two requests, whether or not the earlier ones have ended. */
  readonly intervalMs: number;
}

export interface FixedRateResult {
  /** From the moment at which each request was due to its answer. */
  readonly latenciesMs: readonly number[];
  readonly refused: number;
}

/** Requests of a door without orders at a fixed rate, however long their answers take. */
serve(async ({ url, connections }: FixedRateSettings) => {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const answer = async ({ door, count, intervalMs }: FixedRate): Promise<FixedRateResult> => {
    const [requestOf, startedAt, latenciesMs] = [requestsOf(door), performance.now(), [] as number[]];
    let refused = 0;
    const ask = async (index: number): Promise<void> => {
      const [request, dueAt] = [requestOf(index, []), startedAt + index * intervalMs];
      await pause(Math.max(0, dueAt - performance.now()));
      if (request === null || !(await send(pool, request))) refused += 1;
      else latenciesMs.push(performance.now() - dueAt);
    };
    await Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
    return { latenciesMs, refused };
  };
  return { answer, close: () => pool.destroy() };
});
