import type { Clock } from '../../../../commands/ports/clock';
import type {
  CryptoDelivery,
  Delivery,
  DeliveryOrder,
  PreparedDelivery,
} from '../../../../commands/ports/providers/crypto-delivery';
import type { CallContext, Result } from '../../../../commands/ports/result';
import type { DeliveryDecision } from '../../../../commands/ports/sandbox-controls';
import { withinDeadline } from '../../deadline';
import { failure } from '../../failures';
import type { Book, BookKey, OpenBook } from '../books/books';
import { momentIn, nowOf, type SimulatedTime } from '../books/simulated-time';
import { SETTLE_MS } from '../scenarios/scenario';
import { chooseDeliveryScenario, DEFAULT_DELIVERY } from './delivery-scenarios';
import {
  type DeliveryEntry,
  deliveryAt,
  deliveryScenarioOf,
  newDelivery,
  orderIn,
  preparedOf,
} from './delivery-timeline';

export const NAME = 'sandbox';

export interface DeliveringOptions {
  readonly openBook: OpenBook;
  readonly clock: Clock;
  /** Until a broadcast is final (default 2,000). */
  readonly settleDelayMs?: number;
  /** Default: no partner's time was ever moved on. */
  readonly aheadMs?: SimulatedTime['aheadMs'];
}

export interface SandboxDeliveries {
  readonly provider: CryptoDelivery;
  /** The control call: ends a delivery that is under way. Null when there is none. */
  readonly decide: (key: BookKey, outcome: DeliveryDecision) => Promise<Delivery | null>;
  /** Forgets the partner's deliveries; what is broadcast again then arrives, whatever it had played. */
  readonly reset: (partnerId: string) => Promise<void>;
}

interface Delivering extends SimulatedTime {
  readonly book: Book<DeliveryEntry>;
  readonly settleDelayMs: number;
}

const keyOf = ({ partnerId }: CallContext, idempotencyKey: string): BookKey => ({ partnerId, idempotencyKey });

const NOT_FOUND = failure(NAME, 'NOT_FOUND', 'OTHER', 'There is no delivery with this key');

const prepare = async (
  { book, clock, settleDelayMs }: Delivering,
  key: BookKey,
  order: DeliveryOrder,
): Promise<Result<PreparedDelivery>> => {
  if (chooseDeliveryScenario(order.scenario, order.brlCents).lacksTrustline) {
    return failure(NAME, 'REJECTED', 'ACCOUNT_BLOCKED', 'The destination does not trust the asset');
  }
  const nowMs = clock.now();
  const kept = await book.change(key, nowMs, (entry) =>
    entry === null ? newDelivery(key, order, settleDelayMs) : null,
  );
  if (kept === null) return NOT_FOUND;
  if (BigInt(kept.amountBaseUnits) !== order.amount || kept.destination !== order.destination) {
    return failure(NAME, 'REJECTED', 'DUPLICATE_KEY', 'The key belongs to another delivery');
  }
  return { ok: true, value: { delivery: deliveryAt(key, kept, nowMs), prepared: preparedOf(key, kept) } };
};

/** What was prepared is in the books until a reset; one that could not end would be broadcast again for ever. */
const forgotten = (order: DeliveryEntry): DeliveryEntry => ({ ...order, scenario: DEFAULT_DELIVERY.name });

const broadcast = async (delivering: Delivering, key: BookKey, prepared: string): Promise<Result<Delivery>> => {
  const order = orderIn(key, prepared);
  if (order === null) return failure(NAME, 'REJECTED', 'OTHER', 'This is no transaction of the key');
  const now = await nowOf(delivering, key);
  const nowMs = now.clockMs;
  const kept = await delivering.book.change(key, nowMs, (entry) =>
    entry !== null && entry.broadcastAtMs !== null
      ? null
      : { ...(entry ?? forgotten(order)), broadcastAtMs: nowMs, bookedAheadMs: now.aheadMs },
  );
  if (kept === null) return NOT_FOUND;
  const isFirst = kept.broadcastAtMs === nowMs;
  if (isFirst && deliveryScenarioOf(kept).isUnanswered) {
    return failure(NAME, 'UNKNOWN', 'TIMEOUT', 'No answer in time');
  }
  return { ok: true, value: deliveryAt(key, kept, momentIn(now, kept)) };
};

const decide = async (delivering: Delivering, key: BookKey, outcome: DeliveryDecision): Promise<Delivery | null> => {
  const now = await nowOf(delivering, key);
  const kept = await delivering.book.change(key, now.clockMs, (entry) => {
    const nowMs = momentIn(now, entry);
    if (entry === null || entry.broadcastAtMs === null || entry.decision !== null) return null;
    const { state } = deliveryAt(key, entry, nowMs);
    if (state === 'CONFIRMED' || state === 'FAILED') return null;
    return { ...entry, decision: { outcome, decidedAtMs: nowMs } };
  });
  return kept === null || kept.broadcastAtMs === null ? null : deliveryAt(key, kept, momentIn(now, kept));
};

const PLENTY = 10n ** 36n;

/** Delivers to any wallet and moves nothing anywhere; all ids begin with `sbx_` (design: providers, section 7). */
export const createSandboxDeliveries = (options: DeliveringOptions): SandboxDeliveries => {
  const { openBook, clock, settleDelayMs = SETTLE_MS, aheadMs = async () => 0 } = options;
  const delivering: Delivering = { book: openBook<DeliveryEntry>('deliveries'), clock, settleDelayMs, aheadMs };
  const within = <Value>(
    { deadlineMs }: CallContext,
    kind: 'UNKNOWN' | 'UNAVAILABLE' | 'RETRYABLE',
    work: () => Promise<Result<Value>>,
  ): Promise<Result<Value>> =>
    withinDeadline({ atMs: deadlineMs, clock, work, otherwise: (why) => failure(NAME, kind, 'TIMEOUT', why) });
  const provider: CryptoDelivery = {
    ...{ name: NAME, mode: 'sandbox', isConverting: false, serves: () => true },
    checkDestination: async () => ({ ok: true, value: { canReceive: true } }),
    // Preparing moves nothing, so that it may always be repeated.
    prepare: (context, order) =>
      within(context, 'RETRYABLE', () => prepare(delivering, keyOf(context, order.idempotencyKey), order)),
    broadcast: (context, idempotencyKey, prepared) =>
      within(context, 'UNKNOWN', () => broadcast(delivering, keyOf(context, idempotencyKey), prepared)),
    get: (context, idempotencyKey) =>
      within(context, 'UNAVAILABLE', async () => {
        const key = keyOf(context, idempotencyKey);
        const [now, entry] = [await nowOf(delivering, key), await delivering.book.find(key)];
        return entry === null ? NOT_FOUND : { ok: true, value: deliveryAt(key, entry, momentIn(now, entry)) };
      }),
    available: async () => ({ ok: true, value: { amount: PLENTY } }),
  };
  return { provider, decide: (key, outcome) => decide(delivering, key, outcome), reset: delivering.book.empty };
};
