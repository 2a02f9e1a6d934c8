import { randomUUID } from 'node:crypto';
import { type SignedCallback, writeCallback } from '../../infra/providers/sandbox/payouts/sandbox-callback';

/** A callback of the sandbox's bank about a payout that nobody knows, each with an id of its own. */
export const makeCallback = (secret: string): SignedCallback => {
  const nowMs = Date.now();
  const planned = { providerEventId: `sbx_evt_${randomUUID()}`, idempotencyKey: randomUUID(), dueAtMs: nowMs };
  return writeCallback(secret, { ...planned, forged: false, callbackId: '1', tries: 1 }, nowMs);
};
