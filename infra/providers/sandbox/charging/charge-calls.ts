import { createHash } from 'node:crypto';
import { SANDBOX_ID_PREFIX } from '../payouts/payout-timeline';
import type { Sandbox } from '../sandbox';
import type { Charging } from './charge-desk';

/** The callbacks of charges, made by the bank that calls about payouts. */
export const chargeCalls =
  (plan: Sandbox['plan']): Charging['plan'] =>
  ({ partnerId, idempotencyKey }, event, dueAtMs) => {
    const digest = createHash('sha256').update(`${partnerId}\n${idempotencyKey}`).digest('hex');
    const providerEventId = `${SANDBOX_ID_PREFIX}evt_chg_${digest.slice(0, 32)}_${event}`;
    return plan({ partnerId, type: 'charge.changed', providerEventId, idempotencyKey, dueAtMs, forged: false });
  };
