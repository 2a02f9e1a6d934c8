import { createHmac } from 'node:crypto';
import type { CallbackSource } from '../../../commands/ports/providers/callback-source';
import { headerOf, isOneOf } from './equal';

export interface DigestScheme {
  /** All that are valid now, several while they rotate. */
  readonly secrets: readonly string[];
  readonly digestHeader: string;
  readonly algorithmHeader: string;
  /** Names of node:crypto by those of the header; any other name is refused. */
  readonly algorithms: ReadonlyMap<string, string>;
}

/** HMAC over the raw bytes by the algorithm that a header names, without a time. */
export const digestScheme =
  ({ secrets, digestHeader, algorithmHeader, algorithms }: DigestScheme): CallbackSource['isAuthentic'] =>
  (callback) => {
    const algorithm = algorithms.get(headerOf(callback, algorithmHeader));
    if (algorithm === undefined) return false;
    const expected = secrets.map((secret) => createHmac(algorithm, secret).update(callback.body).digest('hex'));
    return isOneOf(headerOf(callback, digestHeader), expected);
  };
