import { createHash } from 'node:crypto';

/** A memo exceeds the 28 bytes of a text memo, so its SHA-256 is sent (specification, part 8). */
export const memoHash = (memo: string): Buffer => createHash('sha256').update(memo, 'utf8').digest();

/** How a memo is recorded of which a transaction carries the hash. */
export const hashedMemo = (hash: Uint8Array): string => `sha256:${Buffer.from(hash).toString('hex')}`;
