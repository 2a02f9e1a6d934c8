import type { NewEvent } from './stored-event';

/** What the caller believes the stream's last revision to be; -1 is "no stream". */
export type Expected = number | 'any' | 'stream_exists';

export const NO_STREAM = -1;

export type AppendReply =
  | { readonly outcome: 'appended'; readonly revision: number; readonly position: number | null }
  /** `current` is the stream's last revision, -1 when there is no stream. Nothing was written. */
  | { readonly outcome: 'wrong_revision'; readonly current: number }
  /** The deadline passed before its turn came. Nothing was written. */
  | { readonly outcome: 'timed_out' }
  /** Too much is waiting already. Nothing was written. */
  | { readonly outcome: 'overloaded' }
  /** It may have been written or not. */
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
