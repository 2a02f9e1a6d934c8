import type {
  CryptoDelivery,
  Delivery,
  DeliveryOrder,
  PreparedDelivery,
} from '../../../../commands/ports/providers/crypto-delivery';
import type { Result } from '../../../../commands/ports/result';
import type { SandboxControls } from '../../../../commands/ports/sandbox-controls';
import { type BookKey, momentIn, type Step } from '../book/sandbox-book';
import { chooseRow } from '../choose-row';
import { ask, change, type Desk, failed, keyOf, NAME, notFound, order } from '../desk';
import { DELIVERIES } from './delivery-scenarios';
import {
  type DeliveryState,
  deliveryAt,
  deliveryScenarioOf,
  newDelivery,
  orderIn,
  preparedOf,
} from './delivery-timeline';

const preparing =
  (key: BookKey, asked: DeliveryOrder, settleDelayMs: number): Step<DeliveryState, Result<PreparedDelivery>> =>
  (before, { clockMs }) => {
    if (chooseRow(DELIVERIES, asked.scenario, asked.brlCents).lacksTrustline) {
      return { answer: failed('REJECTED', 'ACCOUNT_BLOCKED', 'The destination does not trust the asset') };
    }
    const delivery = before ?? newDelivery(key, asked, settleDelayMs);
    if (BigInt(delivery.amountBaseUnits) !== asked.amount || delivery.destination !== asked.destination) {
      return { answer: failed('REJECTED', 'DUPLICATE_KEY', 'The key belongs to another delivery') };
    }
    const value = { delivery: deliveryAt(key, delivery, clockMs), prepared: preparedOf(key, delivery) };
    return { ...(before === null ? { state: delivery } : {}), answer: { ok: true, value } };
  };

/** A prepared order is in the books until a reset; one that could not end would be broadcast again for ever. */
const forgotten = (delivery: DeliveryState): DeliveryState => ({ ...delivery, scenario: DELIVERIES.rows[0].name });

const broadcasting =
  (key: BookKey, prepared: string): Step<DeliveryState, Result<Delivery>> =>
  (before, now) => {
    const ordered = orderIn(key, prepared);
    if (ordered === null) return { answer: failed('REJECTED', 'OTHER', 'This is no transaction of the key') };
    if (before !== null && before.broadcastAtMs !== null) {
      return { answer: { ok: true, value: deliveryAt(key, before, momentIn(now, before)) } };
    }
    const { clockMs, aheadMs } = now;
    const sent = { ...(before ?? forgotten(ordered)), broadcastAtMs: clockMs, bookedAheadMs: aheadMs };
    if (deliveryScenarioOf(sent).isUnanswered) {
      return { state: sent, answer: failed('UNKNOWN', 'TIMEOUT', 'No answer in time') };
    }
    return { state: sent, answer: { ok: true, value: deliveryAt(key, sent, clockMs) } };
  };

const PLENTY = 10n ** 36n;

/** Delivers to any wallet and moves nothing anywhere (design: providers, section 7). */
export const createDeliveries = (desk: Desk): CryptoDelivery => ({
  ...{ name: NAME, mode: 'sandbox', isConverting: false, serves: () => true },
  checkDestination: async () => ({ ok: true, value: { canReceive: true } }),
  prepare: (context, asked) => {
    const { idempotencyKey: key } = asked;
    const step = preparing(keyOf(context, key), asked, desk.settleDelayMs);
    return order(desk, { context, kind: 'delivery', key, unanswered: 'RETRYABLE' }, step);
  },
  broadcast: (context, key, prepared) =>
    order(desk, { context, kind: 'delivery', key }, broadcasting(keyOf(context, key), prepared)),
  get: (context, idempotencyKey) => {
    const key = keyOf(context, idempotencyKey);
    const step: Step<DeliveryState, Result<Delivery>> = (delivery, now) => ({
      answer:
        delivery === null
          ? notFound('delivery')
          : { ok: true, value: deliveryAt(key, delivery, momentIn(now, delivery)) },
    });
    return ask(desk, context, () => change(desk, 'delivery', key, step));
  },
  available: async () => ({ ok: true, value: { amount: PLENTY } }),
});

/** The control call: ends a delivery that is under way. Null when there is none. */
export const deliveryControl =
  (desk: Desk): SandboxControls['decideDelivery'] =>
  (key, outcome) =>
    change<DeliveryState, Delivery | null>(desk, 'delivery', key, (delivery, now) => {
      if (delivery === null || delivery.broadcastAtMs === null) return { answer: null };
      const nowMs = momentIn(now, delivery);
      const known = deliveryAt(key, delivery, nowMs);
      if (delivery.decision !== null || known.state === 'CONFIRMED' || known.state === 'FAILED') {
        return { answer: known };
      }
      const decided = { ...delivery, decision: { outcome, decidedAtMs: nowMs } };
      return { state: decided, answer: deliveryAt(key, decided, nowMs) };
    });
