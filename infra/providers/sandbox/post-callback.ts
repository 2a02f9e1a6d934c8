import { Agent, request } from 'undici';
import type { CallbackSurface } from '../../../commands/ports/callback-source';
import type { SignedCallback } from './payouts/sandbox-callback';

/** Calls the service; answers the status. Rejects when nothing answers. */
export type PostCallback = (callback: SignedCallback) => Promise<number>;

const TIMEOUT_MS = 10_000;
const MOST_CONNECTIONS = 8;

export interface CallbackTarget {
  /** Base address of the service. */
  readonly url: string;
  /** As the service knows the provider that calls. */
  readonly provider: string;
}

/** Over HTTP, like every provider: to `/webhooks/<surface>/<provider>` below the service's address. */
export const postCallback = (target: CallbackTarget, surface: CallbackSurface): PostCallback => {
  // No connection outlives its answer: the service that is called is the one that ends.
  const dispatcher = new Agent({ connections: MOST_CONNECTIONS, pipelining: 0, connect: { timeout: TIMEOUT_MS } });
  const url = `${target.url}/webhooks/${surface}/${target.provider}`;
  return async ({ headers, body }) => {
    const timeouts = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
    const answer = await request(url, { dispatcher, method: 'POST', headers, body, ...timeouts });
    await answer.body.dump();
    return answer.statusCode;
  };
};
