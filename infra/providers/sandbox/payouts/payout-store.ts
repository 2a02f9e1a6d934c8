import type { Cents } from '../../../../aggregates/money';
import type { PayoutMethod } from '../../../../commands/ports/payout-provider';
import type { FailureCode } from '../../../../commands/ports/result';
import type { SandboxOrderKey } from '../../../../commands/ports/sandbox-controls';

export type OrderKey = SandboxOrderKey;

export interface Decision {
  readonly outcome: 'SETTLED' | 'FAILED';
  /** Why it failed; null when it settled, and in decisions of earlier versions. */
  readonly code: FailureCode | null;
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
  /** What came back by control calls. */
  readonly returnedCents: Cents;
  /** How far the partner's simulated time was ahead when it was booked. */
  readonly bookedAheadMs: number;
}

type Later = 'calls' | 'calledAtMs' | 'bookedAtMs' | 'decision' | 'returnedCents' | 'bookedAheadMs';

export type NewOrder = Omit<StoredOrder, Later> & {
  readonly calledAtMs: number;
};

export interface PlannedCallback {
  readonly providerEventId: string;
  readonly idempotencyKey: string;
  readonly dueAtMs: number;
  readonly forged: boolean;
}

/** About something that is in other books than the bank's orders. */
export interface OtherCallback extends PlannedCallback {
  readonly partnerId: string;
  readonly type: CallbackType;
}

/** What the sandbox's bank calls about. */
export type CallbackType = 'payout.changed' | 'charge.changed';

export interface TakenCallback extends PlannedCallback {
  readonly callbackId: string;
  /** Absent: what its queue is about. */
  readonly type?: CallbackType;
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
  /** Sets what has come back, unless it is not `fromCents` any more. */
  readonly giveBack: (
    key: OrderKey,
    returned: { readonly fromCents: Cents; readonly toCents: Cents },
    callback: PlannedCallback,
  ) => Promise<void>;
  /** How far the partner's simulated time is ahead. */
  readonly aheadMs: (partnerId: string) => Promise<number>;
  /** Moves it on, with all callbacks that are planned; answers how far it is ahead then. */
  readonly advance: (partnerId: string, ms: number) => Promise<number>;
  /** Forgets orders, planned callbacks and time of the partner. */
  readonly reset: (partnerId: string) => Promise<void>;
  readonly find: (key: OrderKey) => Promise<StoredOrder | null>;
  /** Orders booked in `[fromMs, toMs)`, oldest first, at most `limit`. */
  readonly list: (partnerId: string, window: Window) => Promise<readonly StoredOrder[]>;
  /** Due callbacks, oldest first, at most `limit`, leased until `leasedUntilMs`. */
  readonly takeCallbacks: (nowMs: number, leasedUntilMs: number, limit: number) => Promise<readonly TakenCallback[]>;
  readonly planCallback: (callback: OtherCallback) => Promise<void>;
  readonly finishCallback: (callbackId: string) => Promise<void>;
  readonly postponeCallback: (callbackId: string, dueAtMs: number) => Promise<void>;
  readonly nextCallbackAtMs: () => Promise<number | null>;
}

export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}
