import { rejection } from '../../../aggregates/rejection';
import type {
  CryptoDelivery,
  Delivery,
  DeliveryOrder,
  PreparedDelivery,
} from '../../../commands/ports/providers/crypto-delivery';
import type { Result } from '../../../commands/ports/providers/result';
import type { SandboxControls } from '../../../commands/ports/providers/sandbox-controls';
import type { BookKey } from './book/sandbox-book';
import {
  type At,
  type Desk,
  digestOf,
  failed,
  iso,
  NAME,
  notFound,
  rowsOf,
  SANDBOX_ID_PREFIX,
  type Step,
} from './desk';
import {
  begunBy,
  chooseRow,
  rowNamed,
  rowsWith,
  type Scenario,
  type ScenarioTable,
  SETTLE_MS,
  type Timeline,
} from './scenarios';

export interface DeliveryScenario extends Scenario {
  /** REPLACED: the first transaction is dropped, and another one is in progress. */
  readonly steps: Timeline<Delivery['state']>;
  readonly lacksTrustline: boolean;
  /** The broadcast lands, and its answer is lost. */
  readonly isUnanswered: boolean;
}

/** Final after 2 s. */
const row = rowsWith<DeliveryScenario>({
  ...{ steps: { BROADCAST: 0, CONFIRMED: SETTLE_MS }, lacksTrustline: false, isUnanswered: false },
});

export const DELIVERIES: ScenarioTable<DeliveryScenario> = {
  reais: 888n,
  rows: [
    row('DELIVERY', 'is broadcast, and final after 2 s'),
    row('DELIVERY_STUCK', 'is never final until the control call decides', { number: 1, steps: { BROADCAST: 0 } }),
    row('DELIVERY_REPLACED', 'is dropped, and arrives in another transaction', {
      ...{ number: 2, steps: { BROADCAST: 0, REPLACED: SETTLE_MS, CONFIRMED: 2 * SETTLE_MS } },
    }),
    row('DELIVERY_NO_TRUSTLINE', 'cannot be received', { number: 3, lacksTrustline: true }),
    row('DELIVERY_UNANSWERED', 'lands, and its answer is lost', { number: 4, isUnanswered: true }),
    row('DELIVERY_FAILED', 'definitely fails after 2 s', { steps: { BROADCAST: 0, FAILED: SETTLE_MS } }),
  ],
};

interface Ordered {
  readonly providerId: string;
  readonly assetId: number;
  readonly network: string;
  readonly destination: string;
  readonly amountBaseUnits: string;
  readonly scenario: string;
  /** Fixed with the order, so that no restart undoes a delivery. */
  readonly settleDelayMs: number;
}

interface DeliveryState extends Ordered {
  /** Null while only prepared. */
  readonly broadcastAtMs: number | null;
  /** Distance of the partner's simulated time from the clock at the broadcast. */
  readonly bookedAheadMs: number;
  readonly decision: { readonly outcome: 'CONFIRMED' | 'FAILED'; readonly decidedAtMs: number } | null;
}

const UNSENT = { broadcastAtMs: null, bookedAheadMs: 0, decision: null } as const;

const idOf = ({ partnerId, idempotencyKey }: BookKey, what: string, ...parts: readonly string[]): string =>
  `${SANDBOX_ID_PREFIX}${what}_${digestOf(what, partnerId, idempotencyKey, ...parts)}`;

const newDelivery = (order: DeliveryOrder, scenario: string, settleDelayMs: number, { key }: At): DeliveryState => {
  const { assetId, network, destination, amount } = order;
  const ordered = { providerId: idOf(key, 'dlv'), assetId, network, destination, amountBaseUnits: amount.toString() };
  return { ...ordered, scenario, settleDelayMs, ...UNSENT };
};

/** In place of a signed transaction: the same for the same order. */
const preparedOf = (delivery: DeliveryState, { key }: At): string => {
  const { providerId, assetId, network, destination, amountBaseUnits, scenario, settleDelayMs } = delivery;
  // Always in this order: a database may return the state in another one.
  const ordered: Ordered = { providerId, assetId, network, destination, amountBaseUnits, scenario, settleDelayMs };
  const text = JSON.stringify(ordered);
  return `${idOf(key, 'raw', text)}.${Buffer.from(text).toString('base64url')}`;
};

/** Null when it is no transaction of the key. */
const orderIn = (prepared: string, { key }: At): Ordered | null => {
  const [signature, order = ''] = prepared.split('.');
  const text = Buffer.from(order, 'base64url').toString();
  return signature === idOf(key, 'raw', text) ? (JSON.parse(text) as Ordered) : null;
};

const stateOf = ({ broadcastAtMs: sinceMs, decision, scenario, settleDelayMs }: DeliveryState, nowMs: number) => {
  if (sinceMs === null) return 'PREPARED';
  const begun = begunBy(nowMs, rowNamed(DELIVERIES, scenario).steps, { sinceMs, settleDelayMs });
  return decision?.outcome ?? begun.at(-1)?.state ?? 'BROADCAST';
};

const FAILED = { code: 'OTHER', message: 'The transaction was reverted', retryClass: false } as const;

const shown = (delivery: DeliveryState, { key, nowMs }: At): Delivery => {
  const { providerId, amountBaseUnits, broadcastAtMs, settleDelayMs, scenario } = delivery;
  const state = stateOf(delivery, nowMs);
  const isReplaced = 'REPLACED' in rowNamed(DELIVERIES, scenario).steps;
  const isOther = isReplaced && (state === 'REPLACED' || state === 'CONFIRMED');
  const blockMs = (broadcastAtMs ?? nowMs) + settleDelayMs;
  return {
    ...{ idempotencyKey: key.idempotencyKey, providerId, state, amount: BigInt(amountBaseUnits) },
    txId: idOf(key, isOther ? 'tx2' : 'tx'),
    ...(state === 'CONFIRMED' ? { networkFee: 21_000n, blockTime: iso(Math.min(blockMs, nowMs)) } : {}),
    ...(state === 'FAILED' ? { failure: FAILED } : {}),
  };
};

const preparing =
  (asked: DeliveryOrder, settleDelayMs: number): Step<DeliveryState, Result<PreparedDelivery>> =>
  (before, at) => {
    const { name, lacksTrustline } = chooseRow(DELIVERIES, asked.scenario, asked.brlCents);
    if (lacksTrustline) {
      return { answer: failed('REJECTED', 'ACCOUNT_BLOCKED', 'The destination has no trustline for the asset') };
    }
    const delivery = before ?? newDelivery(asked, name, settleDelayMs, at);
    if (BigInt(delivery.amountBaseUnits) !== asked.amount || delivery.destination !== asked.destination) {
      return { answer: failed('REJECTED', 'DUPLICATE_KEY', 'The key belongs to another delivery') };
    }
    const value = { delivery: shown(delivery, { ...at, nowMs: at.clockMs }), prepared: preparedOf(delivery, at) };
    return { ...(before === null ? { state: delivery } : {}), answer: { ok: true, value } };
  };

const broadcasting =
  (prepared: string): Step<DeliveryState, Result<Delivery>> =>
  (before, at) => {
    const ordered = orderIn(prepared, at);
    if (ordered === null) return { answer: failed('REJECTED', 'OTHER', 'This transaction does not belong to the key') };
    if (before !== null && before.broadcastAtMs !== null) return { answer: { ok: true, value: shown(before, at) } };
    // A delivery that a reset deleted must arrive: otherwise it would be broadcast again for ever.
    const delivery = before ?? { ...ordered, ...UNSENT, scenario: DELIVERIES.rows[0].name };
    const state = { ...delivery, broadcastAtMs: at.clockMs, bookedAheadMs: at.aheadMs };
    const isLost = rowNamed(DELIVERIES, state.scenario).isUnanswered;
    const value = shown(state, { ...at, nowMs: at.clockMs });
    return {
      state,
      answer: isLost ? failed('UNKNOWN', 'TIMEOUT', 'The answer did not arrive in time') : { ok: true, value },
    };
  };

const PLENTY = 10n ** 36n;

export const createDeliveries = (desk: Desk): CryptoDelivery => {
  const { ask, order } = rowsOf<DeliveryState>(desk, 'delivery');
  return {
    ...{ name: NAME, mode: 'sandbox', isConverting: false, serves: () => true },
    checkDestination: async () => ({ ok: true, value: { canReceive: true } }),
    prepare: (context, asked) =>
      order(context, asked.idempotencyKey, preparing(asked, desk.settleDelayMs), { unanswered: 'RETRYABLE' }),
    broadcast: (context, key, prepared) => order(context, key, broadcasting(prepared)),
    get: (context, key) =>
      ask(context, key, (delivery, at) => ({
        answer: delivery === null ? notFound('delivery') : { ok: true, value: shown(delivery, at) },
      })),
    available: async () => ({ ok: true, value: { amount: PLENTY } }),
  };
};

export const deliveryControls = (desk: Desk): Pick<SandboxControls, 'decideDelivery'> => ({
  decideDelivery: (key, outcome) =>
    rowsOf<DeliveryState>(desk, 'delivery').control(key, (delivery, at) => {
      if (delivery === null || delivery.broadcastAtMs === null)
        throw rejection('WRONG_STATE', 'The simulated network has no such delivery');
      const { state } = shown(delivery, at);
      if (state === outcome) return { answer: undefined };
      if (state === 'CONFIRMED' || state === 'FAILED')
        throw rejection('WRONG_STATE', `The delivery already has state ${state}`);
      return { state: { ...delivery, decision: { outcome, decidedAtMs: at.nowMs } }, answer: undefined };
    }),
});
