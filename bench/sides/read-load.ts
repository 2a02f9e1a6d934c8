import { createHash, createHmac, randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { closedLoop, type Window } from './shared/closed-loop';
import { serve } from './shared/serve';

/** What is asked for, and as whom. */
export interface Read {
  readonly path: string;
  readonly credential: Credential;
}

export type Credential =
  | { readonly kind: 'BEARER'; readonly text: string }
  | { readonly kind: 'HMAC'; readonly partnerId: string; readonly signingKey: string };

export interface ReadTarget {
  /** Of the service or of the baseline. */
  readonly url: string;
  readonly connections: number;
  /** Sent in turn, again and again. */
  readonly reads: readonly Read[];
}

const NO_BODY = createHash('sha256').update('').digest('hex');

/** Clients that each send one GET after the other; answers how many per second were answered with 200. */
serve(async ({ url, connections, reads }: ReadTarget) => {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const get = async ({ path, credential }: Read): Promise<boolean> => {
    const headers = { authorization: authorizationOf(credential, path) };
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
    const answer = await body.text();
    if (statusCode !== 200) throw new Error(`${statusCode} ${answer}`);
    return true;
  };
  let sent = 0;
  const answer = async (window: Window): Promise<number> =>
    closedLoop({ workers: connections, ...window }, async () => {
      const read = reads[sent % reads.length];
      sent += 1;
      if (read === undefined) throw new Error('Nothing to ask for');
      return get(read);
    });
  return { answer, close: () => pool.destroy() };
});

const authorizationOf = (credential: Credential, path: string): string => {
  if (credential.kind === 'BEARER') return `Bearer ${credential.text}`;
  const { partnerId, signingKey } = credential;
  const timestamp = Math.floor(Date.now() / 1_000);
  const nonce = randomUUID();
  const signature = createHmac('sha256', signingKey)
    .update(`GET\n${path}\n${timestamp}\n${nonce}\n${NO_BODY}`)
    .digest('hex');
  return `HMAC-SHA256 partnerId=${partnerId},timestamp=${timestamp},nonce=${nonce},signature=${signature}`;
};
