import type { SandboxOrderKey } from '../../../../commands/ports/providers/sandbox-controls';

/** Two partners may use the same key. */
export type BookKey = SandboxOrderKey;

/** `payee`: the order that an amount to a payee was last called for. */
export type BookKind = 'payout' | 'payee' | 'charge' | 'refund' | 'delivery' | 'kyc';

export interface Now {
  readonly clockMs: number;
  /** How far the partner's simulated time is ahead. */
  readonly aheadMs: number;
}

export type CallbackType = 'payout.changed' | 'charge.changed' | 'kyc.changed';

export interface PlannedCallback {
  /** Order of the callback among those of one row and time. Planned once until it is made. */
  readonly place: string;
  readonly eventId: string;
  readonly type: CallbackType;
  /** The key in its body. */
  readonly about: string;
  readonly dueAtMs: number;
  readonly forged: boolean;
}

/** The effect of one call on one row. State is JSON: amounts are digits. */
export interface Turn<State, Answer> {
  readonly answer: Answer;
  /** Absent: the row does not change. Listed by its `bookedAtMs`. */
  readonly state?: State;
  /** Planned with the state, or not at all. */
  readonly callbacks?: readonly PlannedCallback[];
}

/** Pure, and repeated when the row changed meanwhile. */
export type BookStep<State, Answer> = (state: State | null, now: Now) => Turn<State, Answer>;

export interface Row<State> extends BookKey {
  readonly state: State;
  readonly aheadMs: number;
}

export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface TakenCallback extends PlannedCallback {
  readonly id: BookKey;
  /** Number of deliveries, from 1. */
  readonly tries: number;
}

/** The books of all simulated providers. Every method is atomic across processes and outlives them. */
export interface SandboxBook {
  readonly change: <State, Answer>(
    kind: BookKind,
    key: BookKey,
    clockMs: number,
    step: BookStep<State, Answer>,
  ) => Promise<Answer>;
  readonly list: <State>(kind: BookKind, partnerId: string, window: Window) => AsyncIterable<Row<State>>;
  /** With its callbacks. */
  readonly remove: (kind: BookKind, key: BookKey) => Promise<void>;
  /** Advances the partner's time, with all planned callbacks; answers its new distance from the clock. */
  readonly advance: (partnerId: string, ms: number) => Promise<number>;
  readonly reset: (partnerId: string) => Promise<void>;
  /** Due callbacks, oldest first, at most `limit`, leased until `leasedUntilMs`. */
  readonly takeCallbacks: (nowMs: number, leasedUntilMs: number, limit: number) => Promise<readonly TakenCallback[]>;
  /** Null: made, so the callback is removed. Else the new due time. */
  readonly endCallback: (id: BookKey, againAtMs: number | null) => Promise<void>;
}
