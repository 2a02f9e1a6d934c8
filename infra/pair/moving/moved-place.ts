import type { Position } from '../../../aggregates/events';

/** An event of ours, in both logs of a move. */
export interface MovedPlace {
  readonly eventId: string;
  readonly stream: string;
  readonly revision: number;
  /** In the log that the ledger leaves. */
  readonly from: Position;
  /** In the log that it moves to. */
  readonly to: Position;
}
