import { createHash } from 'node:crypto';
import type { Digits } from '../../../../aggregates/money';
import type { Delivery, DeliveryOrder } from '../../../../commands/ports/providers/crypto-delivery';
import type { BookKey } from '../book/sandbox-book';
import { chooseRow, rowNamed } from '../choose-row';
import { SANDBOX_ID_PREFIX } from '../desk';
import { DELIVERIES, type DeliveryScenario } from './delivery-scenarios';

/** A delivery in the simulator's books. */
export interface DeliveryState {
  readonly providerId: string;
  readonly assetId: number;
  readonly network: string;
  readonly destination: string;
  readonly amountBaseUnits: Digits;
  readonly scenario: string;
  /** Fixed with the order, so that no restart undoes a delivery. */
  readonly settleDelayMs: number;
  /** Null while only prepared. */
  readonly broadcastAtMs: number | null;
  /** How far the partner's simulated time was ahead when it was broadcast. */
  readonly bookedAheadMs: number;
  readonly decision: { readonly outcome: 'CONFIRMED' | 'FAILED'; readonly decidedAtMs: number } | null;
}

const idOf = ({ partnerId, idempotencyKey }: BookKey, what: string): string => {
  const digest = createHash('sha256').update(`${what}\n${partnerId}\n${idempotencyKey}`).digest('hex');
  return `${SANDBOX_ID_PREFIX}${what}_${digest}`;
};

export const newDelivery = (key: BookKey, order: DeliveryOrder, settleDelayMs: number): DeliveryState => {
  const { assetId, network, destination, amount, brlCents, scenario } = order;
  return {
    ...{ providerId: idOf(key, 'dlv'), assetId, network, destination, amountBaseUnits: amount.toString() },
    scenario: chooseRow(DELIVERIES, scenario, brlCents).name,
    ...{ settleDelayMs, broadcastAtMs: null, bookedAheadMs: 0, decision: null },
  };
};

export const deliveryScenarioOf = ({ scenario }: Pick<DeliveryState, 'scenario'>): DeliveryScenario =>
  rowNamed(DELIVERIES, scenario);

/** In place of a signed transaction: the same for the same order, and all that a network needs to know. */
export const preparedOf = (key: BookKey, entry: DeliveryState): string => {
  const { providerId, assetId, network, destination, amountBaseUnits, scenario, settleDelayMs } = entry;
  // In this order always: a database may give the state back in another one.
  const order = { providerId, assetId, network, destination, amountBaseUnits, scenario, settleDelayMs };
  const text = JSON.stringify(order);
  return `${signatureOf(key, text)}.${Buffer.from(text).toString('base64url')}`;
};

const signatureOf = ({ partnerId, idempotencyKey }: BookKey, order: string): string =>
  idOf({ partnerId, idempotencyKey: `${idempotencyKey}\n${order}` }, 'raw');

/** Null when it is no transaction of the key. */
export const orderIn = (key: BookKey, prepared: string): DeliveryState | null => {
  const [signature, order = ''] = prepared.split('.');
  const text = Buffer.from(order, 'base64url').toString();
  if (signature !== signatureOf(key, text)) return null;
  const read = JSON.parse(text) as DeliveryState;
  return { ...read, broadcastAtMs: null, bookedAheadMs: 0, decision: null };
};

const stateOf = (entry: DeliveryState, nowMs: number): Delivery['state'] => {
  const { broadcastAtMs, decision, settleDelayMs } = entry;
  if (broadcastAtMs === null) return 'PREPARED';
  if (decision !== null) return decision.outcome;
  const { ends, isReplaced } = deliveryScenarioOf(entry);
  const waitedMs = nowMs - broadcastAtMs;
  if (waitedMs < settleDelayMs || ends === 'NEVER') return 'BROADCAST';
  if (!isReplaced) return ends;
  return waitedMs < 2 * settleDelayMs ? 'REPLACED' : ends;
};

const FAILED = { code: 'OTHER', message: 'The transaction was reverted', retryClass: false } as const;

export const deliveryAt = (key: BookKey, entry: DeliveryState, nowMs: number): Delivery => {
  const { providerId, amountBaseUnits, broadcastAtMs, settleDelayMs } = entry;
  const state = stateOf(entry, nowMs);
  const { isReplaced } = deliveryScenarioOf(entry);
  const isOther = isReplaced && (state === 'REPLACED' || state === 'CONFIRMED');
  const blockMs = (broadcastAtMs ?? nowMs) + settleDelayMs;
  return {
    ...{ idempotencyKey: key.idempotencyKey, providerId, state, amount: BigInt(amountBaseUnits) },
    txId: idOf(key, isOther ? 'tx2' : 'tx'),
    ...(state === 'CONFIRMED'
      ? { networkFee: 21_000n, blockTime: new Date(Math.min(blockMs, nowMs)).toISOString() }
      : {}),
    ...(state === 'FAILED' ? { failure: FAILED } : {}),
  };
};
