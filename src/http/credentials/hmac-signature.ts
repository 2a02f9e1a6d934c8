import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { HmacHeader } from './hmac-header';

export interface SignedRequest {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  readonly header: Pick<HmacHeader, 'timestamp' | 'nonce'>;
  readonly body: BodyHashes;
}

/** Hex SHA-256 of the two forms in which a body may be signed. */
export type BodyHashes = readonly [raw: string, normalised: string];

/** Hashes of the raw bytes and of the parsed JSON; of nothing and `{}` for no body. Ambiguous JSON: raw bytes only. */
export const bodyHashesOf = (raw: Buffer, parse: () => unknown): BodyHashes => {
  const rawHash = sha256Hex(raw);
  return [rawHash, sha256Hex(raw.length === 0 ? '{}' : (normalisedOf(parse) ?? raw))];
};

const normalisedOf = (parse: () => unknown): string | null => {
  try {
    return JSON.stringify(parse());
  } catch {
    return null;
  }
};

/** The texts that may have been signed; which one matched is never revealed. */
export const canonicalTextsOf = ({ method, path, header, body }: SignedRequest): readonly string[] =>
  body.map((hash) => [method, path, header.timestamp, header.nonce, hash].join('\n'));

/** Compares every text, also after a match. */
export const isSignedBy = (signingKey: string, texts: readonly string[], signature: string): boolean => {
  const given = Buffer.from(signature, 'hex');
  const matches = texts.map((text) => timingSafeEqual(createHmac('sha256', signingKey).update(text).digest(), given));
  return matches.includes(true);
};

const sha256Hex = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
