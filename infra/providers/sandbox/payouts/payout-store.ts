import type { Cents } from '../../../../aggregates/money';
import type { PayoutMethod } from '../../../../commands/ports/payout-provider';

export interface OrderKey {
  readonly partnerId: string;
  readonly idempotencyKey: string;
}

/** The control call's word about a payout that waits for it. */
export interface Decision {
  readonly outcome: 'SETTLED' | 'FAILED';
  readonly decidedAtMs: number;
}

/** An order as the simulated bank keeps it. Whom it pays is kept only masked: nobody's data outlives its owner's key here. */
export interface StoredOrder extends OrderKey {
  readonly providerId: string;
  readonly amountCents: Cents;
  /** What was ordered: a gift card has a PIN once it is settled. */
  readonly kind: PayoutMethod['kind'];
  /** The payee's PIX key, masked; null when the order names none, and in orders of earlier versions. */
  readonly payeeKeyMasked: string | null;
  /** The scenario that the first call chose. */
  readonly scenario: string;
  /** How long a settlement takes; fixed with the order, so that no restart can take a settlement back. */
  readonly settleDelayMs: number;
  /** When create was called with this key for the first time; null in orders of earlier versions. */
  readonly calledAtMs: number | null;
  /** How many times create was called with this key. */
  readonly calls: number;
  /** When it entered the books; null while it has not. */
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
  /** When it was due at first. */
  readonly dueAtMs: number;
  /** From 1: how often it was taken. */
  readonly tries: number;
}

/** Where the simulated bank keeps its books. Every method is atomic, whichever process calls it. */
export interface PayoutStore {
  /** Keeps the order unless its key is known, counts the call, answers what is kept. */
  readonly countCall: (order: NewOrder) => Promise<StoredOrder>;
  /**
   * Whether the partner had ordered the same amount for the same payee and in the same scenario, with another key, from
   * `sinceMs` until the first call of this order. Payees are told apart by their kind and masked key, which is all that
   * is kept of them.
   */
  readonly hasForerunner: (order: StoredOrder, sinceMs: number) => Promise<boolean>;
  /** Enters the order and plans its callbacks, unless it was entered before; answers what is kept. */
  readonly book: (key: OrderKey, atMs: number, callbacks: readonly PlannedCallback[]) => Promise<StoredOrder>;
  /** Records the decision unless there is one; answers what is kept, or null when the order is not in the books. */
  readonly decide: (key: OrderKey, decision: Decision, callback: PlannedCallback) => Promise<StoredOrder | null>;
  readonly find: (key: OrderKey) => Promise<StoredOrder | null>;
  /** Orders entered in `[fromMs, toMs)`, oldest first, at most `limit`. */
  readonly list: (partnerId: string, window: Window) => Promise<readonly StoredOrder[]>;
  /** Callbacks that are due, oldest first, at most `limit`; nobody else gets them until `leasedUntilMs`. */
  readonly takeCallbacks: (nowMs: number, leasedUntilMs: number, limit: number) => Promise<readonly TakenCallback[]>;
  /** The callback was made and is never due again. */
  readonly finishCallback: (callbackId: string) => Promise<void>;
  /** The callback is due again at this time. */
  readonly postponeCallback: (callbackId: string, dueAtMs: number) => Promise<void>;
  /** When the next callback is due; null when none is planned. */
  readonly nextCallbackAtMs: () => Promise<number | null>;
}

export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}
