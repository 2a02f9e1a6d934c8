import type { NewEvent } from './stored-event';

/** Expected last revision of the stream; -1 is "no stream". */
export type Expected = number | 'any' | 'stream_exists';

export const NO_STREAM = -1;

export type AppendReply =
  | { readonly outcome: 'appended'; readonly revision: number; readonly position: number | null }
  /** No event was written. `current`: the stream's last revision, -1 for no stream. */
  | { readonly outcome: 'wrong_revision'; readonly current: number }
  /** No event was written. */
  | { readonly outcome: 'timed_out' }
  /** No event was written. */
  | { readonly outcome: 'overloaded' }
  /** No event was written: a fault of this program, which the log has by the id in its cause. */
  | { readonly outcome: 'internal'; readonly cause: string }
  /** The events may be in the log. */
  | { readonly outcome: 'unavailable'; readonly cause: string };

export interface AppendRequest {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: readonly NewEvent[];
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly deadlineMs: number;
  /** Called once. */
  readonly answer: (reply: AppendReply) => void;
}
