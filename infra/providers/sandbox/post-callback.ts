import { Agent, request } from 'undici';
import type { CallbackSurface } from '../../../commands/ports/callback-source';
import { NAME } from './desk';
import type { SignedCallback } from './sandbox-callback';

/** Calls the service; answers the status. Rejects when nothing answers. */
export type PostCallback = (surface: CallbackSurface, callback: SignedCallback) => Promise<number>;

const TIMEOUT_MS = 10_000;
const MOST_CONNECTIONS = 8;

/** Over HTTP, like every provider: to `/webhooks/<surface>/sandbox` below the service's address. */
export const postCallback = (serviceUrl: string): PostCallback => {
  // No connection outlives its answer: the service that is called is the one that ends.
  const dispatcher = new Agent({ connections: MOST_CONNECTIONS, pipelining: 0, connect: { timeout: TIMEOUT_MS } });
  return async (surface, { headers, body }) => {
    const url = `${serviceUrl}/webhooks/${surface}/${NAME}`;
    const timeouts = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
    const answer = await request(url, { dispatcher, method: 'POST', headers, body, ...timeouts });
    await answer.body.dump();
    return answer.statusCode;
  };
};
