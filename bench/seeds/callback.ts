import { randomUUID } from 'node:crypto';
import { type SignedCallback, writeCallback } from '../../infra/providers/sandbox/payouts/sandbox-callback';

/** A callback of the sandbox's bank about the payout of this key, each with an id of its own. */
export const makeCallback = (secret: string, idempotencyKey: string): SignedCallback => {
  const nowMs = Date.now();
  const planned = { providerEventId: `sbx_evt_${randomUUID()}`, idempotencyKey, dueAtMs: nowMs };
  return writeCallback(secret, { ...planned, forged: false, callbackId: '1', tries: 1 }, nowMs);
};
