/** StreamClosed -> the end: a closed stream stays closed. */
export type ClosingEvent = { readonly type: 'StreamClosed'; readonly data: StreamClosed };

/** Why the closed stream could not be read. GONE: deleted or truncated. UNREADABLE: it holds data that is not ours. */
export type ClosedFor = 'FOREIGN' | 'GONE' | 'UNREADABLE';

/** An operator closed a stream that can never be read completely again. Operators settle its payment or deposit. */
export interface StreamClosed {
  readonly stream: string;
  readonly intentId?: string;
  readonly depositId?: string;
  /** The memos that link payments and deposits; empty when the rows have none. */
  readonly memos: readonly string[];
  readonly lastKnown: LastKnown | null;
  readonly closedFor: ClosedFor;
  readonly detail: string;
  readonly actor: string;
  readonly reason: string;
  readonly closedAt: string;
}

export interface LastKnown {
  readonly status: string | null;
  readonly event: { readonly type: string; readonly revision: number; readonly at: string } | null;
}
