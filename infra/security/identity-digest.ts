import { createHmac } from 'node:crypto';
import type { IdentityDigest } from '../../commands/ports/providers/identity-provider';

/** Equal for equal values as long as the key lives, which neither rewrapping nor rotation changes. */
export const createIdentityDigest =
  (key: Buffer): IdentityDigest =>
  (kind, value) =>
    createHmac('sha256', key).update(`${kind}\n${value}`, 'utf8').digest('hex');
