/** StreamClosed -> the end: a closed stream stays closed. */
export type ClosingEvent = { readonly type: 'StreamClosed'; readonly data: StreamClosed };

/** Why the closed stream could not be read. GONE: deleted or truncated. UNREADABLE: it holds data that is not ours. */
export type ClosedFor = 'FOREIGN' | 'GONE' | 'UNREADABLE';

/** An operator gave up a stream that can never be read whole again. People settle its payment or deposit. */
export interface StreamClosed {
  readonly stream: string;
  /** Set for a payment, absent for a deposit. */
  readonly intentId?: string;
  /** Set for a deposit, absent for a payment. */
  readonly depositId?: string;
  /** The memos that link payments and deposits; empty when the rows know none. */
  readonly memos: readonly string[];
  /** Null when no row names the stream. */
  readonly lastKnown: LastKnown | null;
  readonly closedFor: ClosedFor;
  readonly detail: string;
  readonly actor: string;
  readonly reason: string;
  readonly closedAt: string;
}

/** The state in the rows when the stream was closed. */
export interface LastKnown {
  /** Status of the payment or the deposit; null when only the audit trail knows the stream. */
  readonly status: string | null;
  /** The last event of the stream in the audit trail; null when it has none. */
  readonly event: { readonly type: string; readonly revision: number; readonly at: string } | null;
}
