import { Pool } from 'undici';
import { serve } from './shared/serve';

export interface RaceTarget {
  readonly url: string;
  /** As many connections, so that all are under way together. */
  readonly connections: number;
}

export interface Race {
  readonly token: string;
  readonly walletAddress: string;
  readonly amount: number;
}

export interface Finish {
  readonly status: number;
  readonly tookMs: number;
}

/** Everybody withdraws the same amount from one wallet at once. */
serve(async ({ url, connections }: RaceTarget) => {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const withdraw = async ({ token, walletAddress, amount }: Race): Promise<Finish> => {
    const startedMs = performance.now();
    const { statusCode, body } = await pool.request({
      ...{ method: 'POST', path: '/api/v1/cashout/withdraw' },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount, pixKey: 'fulano@exemplo.com', walletAddress }),
    });
    await body.text();
    return { status: statusCode, tookMs: performance.now() - startedMs };
  };
  return {
    answer: (race: Race) => Promise.all(Array.from({ length: connections }, () => withdraw(race))),
    close: () => pool.destroy(),
  };
});
