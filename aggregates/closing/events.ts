/** StreamClosed -> nothing more: what is closed stays closed. */
export type ClosingEvent = { readonly type: 'StreamClosed'; readonly data: StreamClosed };

/** What kept the closed stream from being read. GONE: deleted or truncated. UNREADABLE: it holds what is not ours. */
export type ClosedFor = 'FOREIGN' | 'GONE' | 'UNREADABLE';

/** An operator gave up a stream that can never be read whole again; what it was about is a case for people. */
export interface StreamClosed {
  readonly stream: string;
  /** Of a payment; absent for a deposit. */
  readonly intentId?: string;
  /** Of a deposit; absent for a payment. */
  readonly depositId?: string;
  /** By which payments and deposits find each other; empty when the rows know none. */
  readonly memos: readonly string[];
  /** Null when no row tells of the stream. */
  readonly lastKnown: LastKnown | null;
  readonly closedFor: ClosedFor;
  readonly detail: string;
  readonly actor: string;
  readonly reason: string;
  readonly closedAt: string;
}

/** What the rows told when the stream was closed. */
export interface LastKnown {
  /** Of the payment or the deposit; null when only the audit trail knows the stream. */
  readonly status: string | null;
  /** The last event of the stream in the audit trail; null when it has none. */
  readonly event: { readonly type: string; readonly revision: number; readonly at: string } | null;
}
