import type { Cents } from '../../../../aggregates/money';
import type { PayoutMethod } from '../../../../commands/ports/payout-provider';

export interface OrderKey {
  readonly partnerId: string;
  readonly idempotencyKey: string;
}

export interface Decision {
  readonly outcome: 'SETTLED' | 'FAILED';
  readonly decidedAtMs: number;
}

/** The payee is kept masked only: no personal data outlives its owner's key here. */
export interface StoredOrder extends OrderKey {
  readonly providerId: string;
  readonly amountCents: Cents;
  /** A settled gift card has a PIN. */
  readonly kind: PayoutMethod['kind'];
  /** The payee's masked PIX key; null when the order names none, and in orders of earlier versions. */
  readonly payeeKeyMasked: string | null;
  readonly scenario: string;
  /** Fixed with the order, so that no restart undoes a settlement. */
  readonly settleDelayMs: number;
  /** First call of create with this key; null in orders of earlier versions. */
  readonly calledAtMs: number | null;
  readonly calls: number;
  /** Null while not in the books. */
  readonly bookedAtMs: number | null;
  readonly decision: Decision | null;
}

export type NewOrder = Omit<StoredOrder, 'calls' | 'calledAtMs' | 'bookedAtMs' | 'decision'> & {
  readonly calledAtMs: number;
};

export interface PlannedCallback {
  readonly providerEventId: string;
  readonly idempotencyKey: string;
  readonly dueAtMs: number;
  readonly forged: boolean;
}

export interface TakenCallback extends PlannedCallback {
  readonly callbackId: string;
  readonly dueAtMs: number;
  /** Deliveries so far, from 1. */
  readonly tries: number;
}

/** The bank's books. Every method is atomic across processes. */
export interface PayoutStore {
  /** Inserts the order unless its key exists, counts the call, answers the stored order. */
  readonly countCall: (order: NewOrder) => Promise<StoredOrder>;
  /** Whether an earlier order since `sinceMs`, under another key, has the same amount, masked payee and scenario. */
  readonly hasForerunner: (order: StoredOrder, sinceMs: number) => Promise<boolean>;
  /** Books the order and plans its callbacks, once; answers the stored order. */
  readonly book: (key: OrderKey, atMs: number, callbacks: readonly PlannedCallback[]) => Promise<StoredOrder>;
  /** Records the first decision only; answers the stored order, or null when it is not booked. */
  readonly decide: (key: OrderKey, decision: Decision, callback: PlannedCallback) => Promise<StoredOrder | null>;
  readonly find: (key: OrderKey) => Promise<StoredOrder | null>;
  /** Orders booked in `[fromMs, toMs)`, oldest first, at most `limit`. */
  readonly list: (partnerId: string, window: Window) => Promise<readonly StoredOrder[]>;
  /** Due callbacks, oldest first, at most `limit`, leased until `leasedUntilMs`. */
  readonly takeCallbacks: (nowMs: number, leasedUntilMs: number, limit: number) => Promise<readonly TakenCallback[]>;
  readonly finishCallback: (callbackId: string) => Promise<void>;
  readonly postponeCallback: (callbackId: string, dueAtMs: number) => Promise<void>;
  readonly nextCallbackAtMs: () => Promise<number | null>;
}

export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}
