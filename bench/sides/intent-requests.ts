import { Pool } from 'undici';
import type { Order } from '../seeds/order';

export interface IntentTarget {
  /** Of the service or of the baseline. */
  readonly url: string;
  readonly tokens: readonly string[];
  readonly connections: number;
}

const BUSY = 503;

/** `POST /cashout/intent` over connections that are kept alive; false when the service is too busy (503). */
export const createPoster = ({ url, tokens, connections }: IntentTarget) => {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const post = async ({ quoteId, user }: Order): Promise<boolean> => {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/api/v1/cashout/intent',
      headers: { authorization: `Bearer ${tokens[user] ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({ quoteId }),
    });
    const answer = await body.text();
    if (statusCode !== 201 && statusCode !== BUSY) throw new Error(`${statusCode} ${answer}`);
    return statusCode === 201;
  };
  return { post, close: () => pool.destroy() };
};
