import { Pool } from 'undici';
import type { IntentLoad, LoadResult } from './intent-load';
import type { IntentTarget } from './intent-requests';
import { closedLoop } from './shared/closed-loop';
import { serve } from './shared/serve';

const BUSY = 503;
const CUSTOMER = { name: 'Maria Teste', taxID: '529.982.247-25' };

/** Clients that each turn one quote of a cash-in after the other into a charge. */
serve(async ({ url, tokens, connections }: IntentTarget) => {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const post = async (quoteId: string, token: string): Promise<boolean> => {
    const { statusCode, body } = await pool.request({
      ...{ method: 'POST', path: '/api/v1/cashin/intent' },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ quoteId, customer: CUSTOMER }),
    });
    const answer = await body.text();
    if (statusCode !== 201 && statusCode !== BUSY) throw new Error(`${statusCode} ${answer}`);
    return statusCode === 201;
  };
  const answer = async ({ warmMs, windowMs, orders }: IntentLoad): Promise<LoadResult> => {
    let used = 0;
    let refused = 0;
    const perSecond = await closedLoop({ workers: connections, warmMs, windowMs }, async () => {
      const order = orders[used];
      if (order === undefined) throw new Error(`${orders.length} quotes were too few for the window`);
      used += 1;
      const isCreated = await post(order.quoteId, tokens[order.user] ?? '');
      if (!isCreated) refused += 1;
      return isCreated;
    });
    return { perSecond, used, refused };
  };
  return { answer, close: () => pool.destroy() };
});
