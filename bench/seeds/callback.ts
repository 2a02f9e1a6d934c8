import { randomUUID } from 'node:crypto';
import { type SignedCallback, writeCallback } from '../../infra/providers/sandbox/callback-wire';

/** A callback of the sandbox's bank about the payout of this key, each with an id of its own. */
export const makeCallback = (secret: string, idempotencyKey: string): SignedCallback => {
  const nowMs = Date.now();
  const planned = { place: '0', eventId: `sbx_evt_${randomUUID()}`, about: idempotencyKey, dueAtMs: nowMs } as const;
  return writeCallback(secret, { ...planned, type: 'payout.changed', forged: false }, nowMs);
};
