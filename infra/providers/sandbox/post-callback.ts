import { request } from 'undici';
import type { SignedCallback } from './payouts/sandbox-callback';

/** Calls the service; answers the status. Rejects when nothing answers. */
export type PostCallback = (callback: SignedCallback) => Promise<number>;

const TIMEOUT_MS = 10_000;

/** Over HTTP, like every provider: to `/webhooks/bank/sandbox` below the service's own address. */
export const postCallback =
  (serviceUrl: string): PostCallback =>
  async ({ headers, body }) => {
    const timeouts = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
    const answer = await request(`${serviceUrl}/webhooks/bank/sandbox`, { method: 'POST', headers, body, ...timeouts });
    await answer.body.dump();
    return answer.statusCode;
  };
