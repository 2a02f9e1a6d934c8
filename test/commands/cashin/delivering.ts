import type { LedgerEvent } from '../../../aggregates/events';
import { requestDelivery } from '../../../commands/cashin/delivery/request-delivery';
import { resolveDelivery } from '../../../commands/cashin/delivery/resolve-delivery';
import { sendDelivery } from '../../../commands/cashin/delivery/send-delivery';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { charge } from '../../doubles/scripted-charges';
import type { DeliveryScript } from '../../doubles/scripted-deliveries';
import { cashing, PAID, type Script, step } from './cashing';

/** A cash-in that was paid, and what its provider of deliveries answers. */
export const delivering = async (script: DeliveryScript, history: readonly LedgerEvent[] = [], more: Script = {}) => {
  const world = await cashing({ get: [charge('PAID')], ...more, delivery: script }, ...PAID, ...history);
  world.at(64);
  const deps = { ...world.deps, intentOfPix: async () => 'cash1' };
  const resolve = (seconds: number, causeEventId = `look${seconds}`) => {
    world.at(seconds);
    return resolveDelivery(deps)({ ...step, causeEventId, deliveryId: 'delivery1', sinceMs: Date.parse(time(64)) });
  };
  return { ...world, deps, request: () => requestDelivery(deps)(step), send: () => sendDelivery(deps)(step), resolve };
};

export const REQUESTED = [event('DeliveryRequested')];
export const SENT = [...REQUESTED, event('DeliverySent')];
export const soon = (seconds: number, ms: number) => ({ askAgainAtMs: Date.parse(time(seconds)) + ms });
