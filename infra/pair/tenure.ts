/** Permission of this process to project: checked at each election, and followed while it leads. */
export interface Tenure {
  /** Resolves when this process may stand for election, or `signal` aborts. */
  readonly untilRight: (signal: AbortSignal) => Promise<void>;
  /** After the election, before anything is projected. Rejects when this process must not lead. */
  readonly begin: (signal: AbortSignal) => Promise<void>;
  /** The log seems to be another one: the pair is compared again before the next election. */
  readonly doubt: () => void;
  /** Resolves with the reason when it must project no more, or when `signal` aborts. */
  readonly over: (signal: AbortSignal) => Promise<string>;
}
