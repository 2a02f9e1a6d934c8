import type { Payout } from '../../../../commands/ports/payout-provider';
import type { ResolvedBrCode } from '../../../../commands/ports/resolved-payee';
import type { FailureCode, FailureKind } from '../../../../commands/ports/result';

export interface Refusal {
  readonly kind: FailureKind;
  readonly code: FailureCode;
  readonly providerCode?: string;
  readonly message: string;
  readonly retryClass?: boolean;
  readonly retryAfterMs?: number;
  /** True when the order is booked despite this answer. */
  readonly books: boolean;
}

export interface Step {
  readonly afterMs: number;
  readonly state: Payout['state'];
}

export interface CallbackStep {
  readonly afterMs: number;
  /** The callback's number in the provider's event id; equal numbers are duplicates. */
  readonly event: number;
  readonly forged: boolean;
}

export interface Triggers {
  /** NN in the amount R$ ...666.NN and in the random key 00000000-0000-4000-8000-0000000000NN. */
  readonly number?: number;
  readonly key?: string;
  /** A BR Code's txid, or the order's description. */
  readonly txid?: string;
}

/** A row of the table (design: providers, "Sandbox provider"). Times count from booking, at the default pace. */
export interface Scenario {
  readonly name: string;
  readonly does: string;
  readonly triggers: Triggers;
  /** Answers to the first, second, ... call; the last one repeats. Null answers with the payout. */
  readonly answers: readonly (Refusal | null)[];
  /**
   * `answers` apply to the first order of an amount to a payee; within this time, another key's order gets the payout.
   * Unscaled, to outlast the waits between attempts. Null: orders are independent.
   */
  readonly forgetsAfterMs: number | null;
  readonly steps: readonly Step[];
  readonly failure: NonNullable<Payout['failure']> | null;
  readonly callbacks: readonly CallbackStep[];
  /** Added to the amount in the bank's answers. */
  readonly surplusCents: bigint;
  readonly codeStatus: ResolvedBrCode['status'];
}

export const SETTLE_MS = 2_000;
