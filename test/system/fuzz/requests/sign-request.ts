import { createHash, createHmac } from 'node:crypto';

export interface SignedBy {
  readonly partnerId: string;
  readonly hmacSecret: string;
}

export interface Signable {
  readonly method: string;
  /** As it is sent; the query is not signed. */
  readonly path: string;
  readonly body: string | Buffer | null;
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The Authorization header of a partner's signed request, over the raw bytes of its body. */
export const signRequest = (by: SignedBy, { method, path, body }: Signable, nonce: string, nowMs: number): string => {
  const timestamp = Math.floor(nowMs / 1_000);
  const [bare = path] = path.split('?');
  const canonical = [method, bare, timestamp, nonce, sha256(body ?? '')].join('\n');
  const signingKey = sha256(`${by.hmacSecret}:${by.partnerId}`);
  const signature = createHmac('sha256', signingKey).update(canonical).digest('hex');
  return `HMAC-SHA256 partnerId=${by.partnerId},timestamp=${timestamp},nonce=${nonce},signature=${signature}`;
};
