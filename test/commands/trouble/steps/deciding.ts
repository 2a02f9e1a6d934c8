import type { CashinEnd } from '../../../../aggregates/cashin/events';
import type { LedgerEvent } from '../../../../aggregates/events';
import { deliveryIdOf } from '../../../../commands/handling/deterministic-ids';
import { decide as decideStep } from '../../../../commands/trouble/decide';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { delivery } from '../../../doubles/scripted-deliveries';
import { failed } from '../../../doubles/scripted-provider';
import { cashing, PAID, type Script } from '../../cashin/cashing';
import { asked } from '../../operator/asked';

export const deliveryId = deliveryIdOf('cash1', 1);
export const SENT = [...PAID, event('DeliveryRequested', { deliveryId }), event('DeliverySent', { deliveryId })];
export const contradicted = event('CashinContradicted', { about: deliveryId, detail: 'delivered 1 of 27000000' });
export const OWED = [event('PixReceived'), event('ChargeRefundDue', { reason: 'LATE' }), event('CashinFailed')];
export const DISPATCHED = [...OWED, event('ChargeRefundDispatched')];
export const REFUSED = [...DISPATCHED, event('ChargeRefundRejected', { nextAttemptAt: null })];
export const UNKNOWN = [...DISPATCHED, event('ChargeRefundUnknown')];

export const back = { how: 'REFUNDED', endToEndId: 'E1', transfer: 'E2E-77' } as const satisfies CashinEnd;
export const there = { how: 'DELIVERED', txId: '0xf1', deliveredBaseUnits: '27000000' } as const satisfies CashinEnd;
export const requested = event('DeliveryRequested', { deliveryId });
export const failedOnce = event('DeliveryFailed', { deliveryId, wasSent: true, nextAttemptAt: time(90) });
export const DECIDED = ['CashinDecisionProposed', 'CashinDecided'];

/** A script of the delivery provider's answer. */
export const saying = (...said: Parameters<typeof delivery>): Script => ({ delivery: { get: [delivery(...said)] } });
export const UNASKABLE: Script = { delivery: { get: [failed('UNAVAILABLE')] } };
export const UNTOLD: Script = { delivery: { get: [failed('UNKNOWN')] } };
export const BREACH: Script = { delivery: { get: [failed('UNKNOWN', 'PROTOCOL')] } };
export const FOREIGN = saying('BROADCAST', { idempotencyKey: 'delivery2' });
export const GONE: Script = { delivery: { name: 'other' } };
const NOTHING: Script = { delivery: { get: [failed('NOT_FOUND')] }, getRefund: [failed('NOT_FOUND')] };

export const deciding = async (script: Script, ...history: readonly LedgerEvent[]) => {
  const world = await cashing({ ...NOTHING, ...script }, ...history);
  world.at(10_000);
  const decide = (by: string, end: CashinEnd, mayPropose = true) =>
    decideStep(world.deps)({ paymentId: 'cash1', outcome: end, by, mayPropose }, asked(world.deps));
  const both = async (end: CashinEnd) => [await decide('ana', end), await decide('ana', end), await decide('bob', end)];
  return { ...world, decide, both };
};

export const refused = (message: string) => ({
  rejection: { code: 'WRONG_STATE', message: expect.stringContaining(message) as string },
});
