import type { Payout } from '../../../../commands/ports/payout-provider';
import type { ResolvedBrCode } from '../../../../commands/ports/resolved-payee';
import type { FailureCode, FailureKind } from '../../../../commands/ports/result';

/** What the simulated bank says to a call of create that it does not answer with a payout. */
export interface Refusal {
  readonly kind: FailureKind;
  readonly code: FailureCode;
  readonly providerCode?: string;
  readonly message: string;
  readonly retryClass?: boolean;
  readonly retryAfterMs?: number;
  /** Whether the order is in the bank's books although the caller was told this. */
  readonly books: boolean;
}

/** The payout is in `state` from `afterMs` on. */
export interface Step {
  readonly afterMs: number;
  readonly state: Payout['state'];
}

export interface CallbackStep {
  readonly afterMs: number;
  /** The callback's number in the provider's event id; the same number twice is a duplicate. */
  readonly event: number;
  /** Signed with a wrong key. */
  readonly forged: boolean;
}

/** What makes the bank play a scenario, when no header names it. */
export interface Triggers {
  /** NN of the amount R$ ...666.NN and of the random key 00000000-0000-4000-8000-0000000000NN. */
  readonly number?: number;
  readonly key?: string;
  /** txid of a BR Code, or the description of the order. */
  readonly txid?: string;
}

/**
 * One row of the sandbox's table (design: providers, "Sandbox provider"). Times are counted from the moment when the
 * order entered the books, at the default pace: a settlement takes SETTLE_MS.
 */
export interface Scenario {
  readonly name: string;
  /** For documentation and the names of tests. */
  readonly does: string;
  readonly triggers: Triggers;
  /** What the first, second, ... call answers; the last holds for every later one. Null answers with the payout. */
  readonly answers: readonly (Refusal | null)[];
  /**
   * The answers are for the first order of an amount to a payee; another within this time is answered with the payout,
   * whatever its key. Not at the pace of the sandbox: it outlasts the waits between attempts. Null: every order is alone.
   */
  readonly forgetsAfterMs: number | null;
  readonly steps: readonly Step[];
  /** Why the payout is FAILED, in the scenarios in which it ends so. */
  readonly failure: NonNullable<Payout['failure']> | null;
  readonly callbacks: readonly CallbackStep[];
  /** What the bank adds to the amount when it answers. */
  readonly surplusCents: bigint;
  /** What reading the BR Code says about it. */
  readonly codeStatus: ResolvedBrCode['status'];
}

/** How long a settlement takes at the default pace. */
export const SETTLE_MS = 2_000;
