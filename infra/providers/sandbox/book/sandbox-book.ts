import type { SandboxOrderKey } from '../../../../commands/ports/sandbox-controls';

/** Two partners may use the same key. */
export type BookKey = SandboxOrderKey;

export type BookKind = 'payout' | 'charge' | 'refund' | 'delivery' | 'kyc';

export interface Now {
  readonly clockMs: number;
  /** How far the partner's simulated time is ahead. */
  readonly aheadMs: number;
}

/**
 * The time of a row: only what the partner's time moved on since it was booked passes for it. A row that was booked beside a
 * reset, by the time before it, would else live before it was made.
 */
export const momentIn = ({ clockMs, aheadMs }: Now, state: { readonly bookedAheadMs: number } | null): number =>
  clockMs + Math.max(0, aheadMs - (state?.bookedAheadMs ?? aheadMs));

export interface Bookable {
  /** Null while it is not in the books. */
  readonly bookedAtMs: number | null;
  /** How far the partner's simulated time was ahead then. */
  readonly bookedAheadMs: number;
}

export type Booked<State extends Bookable> = State & { readonly bookedAtMs: number };

export const isBooked = <State extends Bookable>(state: State | null): state is Booked<State> =>
  state !== null && state.bookedAtMs !== null;

export type CallbackType = 'payout.changed' | 'charge.changed' | 'kyc.changed';

export interface PlannedCallback {
  /** Its place among the callbacks about one row, by which those of one time are sorted. Planned once until it is made. */
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
  /** Absent: the row stays as it is. */
  readonly state?: State;
  /** Booked now: it is listed by this time. */
  readonly isBooked?: boolean;
  /** Planned with the state, or not at all. */
  readonly callbacks?: readonly PlannedCallback[];
}

/** Pure, and repeated when the row changed meanwhile. */
export type Step<State, Answer> = (state: State | null, now: Now) => Turn<State, Answer>;

export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
  /** Skips keys up to this one among those booked at `fromMs`. */
  readonly after?: string;
  /** Part of each state. */
  readonly like?: object;
}

export interface Row<State> extends BookKey {
  readonly state: State;
  readonly bookedAtMs: number;
  readonly aheadMs: number;
}

export interface TakenCallback extends PlannedCallback {
  readonly id: BookKey;
  /** Deliveries so far, from 1. */
  readonly tries: number;
}

/** The books of all simulated providers. Every method is atomic across processes and outlives them. */
export interface SandboxBook {
  readonly change: <State, Answer>(
    kind: BookKind,
    key: BookKey,
    clockMs: number,
    step: Step<State, Answer>,
  ) => Promise<Answer>;
  /** Booked in `[fromMs, toMs)`, oldest first and then by key, at most `limit`. */
  readonly list: <State>(kind: BookKind, partnerId: string, window: Window) => Promise<readonly Row<State>[]>;
  /** With its callbacks. */
  readonly remove: (kind: BookKind, key: BookKey) => Promise<void>;
  /** Moves the partner's time on, with all callbacks that are planned; answers how far it is ahead then. */
  readonly advance: (partnerId: string, ms: number) => Promise<number>;
  /** Forgets everything of the partner. */
  readonly reset: (partnerId: string) => Promise<void>;
  /** Due callbacks, oldest first, at most `limit`, leased until `leasedUntilMs`. */
  readonly takeCallbacks: (nowMs: number, leasedUntilMs: number, limit: number) => Promise<readonly TakenCallback[]>;
  readonly finishCallback: (id: BookKey) => Promise<void>;
  readonly postponeCallback: (id: BookKey, dueAtMs: number) => Promise<void>;
  readonly nextCallbackAtMs: () => Promise<number | null>;
}
