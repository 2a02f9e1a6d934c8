import type { Mode } from '../../aggregates/partner/events';

/** Whose credits, at which provider. */
export interface SweptCredits {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly provider: string;
}

/** Where a sweep that looks at everything stands; it may take several runs. Milliseconds since 1970. */
export interface SweepPass {
  readonly beganAtMs: number;
  /** The window that is looked at next; everything before it was. An empty one stands for whatever begins there. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Of that window the PIX up to this one were looked at, in the order of their ids; empty: none. */
  readonly after: string;
  /** False when somebody did not answer about a PIX. */
  readonly isWhole: boolean;
}

export interface SweepState {
  /** When the last pass began that looked at everything; null: none has. */
  readonly sweptAtMs: number | null;
  readonly pass: SweepPass | null;
  /** Since when no run has gone through without a failure; null: the last one has. */
  readonly failingSinceMs: number | null;
}

/** How far the sweeps of credits have come. Losing it costs a sweep of the last 90 days. */
export interface CreditSweeps {
  /** Null: none has begun. */
  readonly read: (swept: SweptCredits) => Promise<SweepState | null>;
  readonly save: (swept: SweptCredits, state: SweepState) => Promise<void>;
}
