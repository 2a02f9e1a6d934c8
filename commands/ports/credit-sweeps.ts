import type { Mode } from '../../aggregates/partner/events';

export interface SweptCredits {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly provider: string;
}

/** Progress of a full sweep, which may take several runs. Milliseconds since 1970. */
export interface SweepPass {
  readonly beganAtMs: number;
  /** Start of the next window; everything before is done. An empty window means every window from there. */
  readonly fromMs: number;
  readonly toMs: number;
  /** The last completed PIX of that window, in the order of their ids; empty before the first one. */
  readonly after: string;
  /** False when a provider did not answer about a PIX. */
  readonly isWhole: boolean;
}

export interface SweepState {
  /** Start of the last complete pass; null before the first one. */
  readonly sweptAtMs: number | null;
  readonly pass: SweepPass | null;
  /** Start of the runs that failed; null: the last run did not fail. */
  readonly failingSinceMs: number | null;
}

/** Progress of the sweeps of credits. Its loss costs a sweep of the last 90 days. */
export interface CreditSweeps {
  readonly read: (swept: SweptCredits) => Promise<SweepState | null>;
  readonly save: (swept: SweptCredits, state: SweepState) => Promise<void>;
}
