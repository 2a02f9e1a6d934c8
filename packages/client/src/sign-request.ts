import { createHash, createHmac, randomUUID } from 'node:crypto';

/** A partner's legacy credential: the secret only signs, and never leaves the process. */
export interface HmacCredential {
  readonly kind: 'HMAC';
  readonly partnerId: string;
  readonly secret: string;
}

export interface SignedRequest {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** As sent; empty without a body. */
  readonly body: string;
  readonly timestampSeconds: number;
  readonly nonce: string;
}

/** The Authorization header of a signed request. */
export const hmacHeader = ({ partnerId, secret }: HmacCredential, request: SignedRequest): string => {
  const { method, path, body, timestampSeconds, nonce } = request;
  const canonical = [method, path, timestampSeconds, nonce, sha256(body)].join('\n');
  // The key is these 64 characters, not the bytes that they encode.
  const signingKey = sha256(`${secret}:${partnerId}`);
  const signature = createHmac('sha256', signingKey).update(canonical).digest('hex');
  return `HMAC-SHA256 partnerId=${partnerId},timestamp=${timestampSeconds},nonce=${nonce},signature=${signature}`;
};

/** Signs an outgoing request with a fresh nonce. */
export const signRequest = async (credential: HmacCredential, request: Request, nowMs: number): Promise<string> =>
  hmacHeader(credential, {
    method: request.method,
    path: new URL(request.url).pathname,
    body: await request.clone().text(),
    timestampSeconds: Math.floor(nowMs / 1000),
    nonce: randomUUID(),
  });

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
