import { type Position, type Recorded, START } from '../../../aggregates/events';
import type { ConsideredEvent } from '../../../commands/ports/pair';

export interface Reached {
  /** The last event of ours. */
  readonly considered: ConsideredEvent | 'START';
  /** Resolves at this event's position or later, for waiters and for checks; events in between are not ours. */
  readonly position: Position;
}

export const NOWHERE: Reached = { considered: 'START', position: START };

export const placeOf = ({ considered }: Pick<Reached, 'considered'>): Position =>
  considered === 'START' ? START : considered.position;

export const reachedBy = ({ stream, revision, id, position }: Recorded): Reached => ({
  considered: { stream, revision, id, position },
  position,
});
