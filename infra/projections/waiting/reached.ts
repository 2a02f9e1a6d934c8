import { type Position, type Recorded, START } from '../../../aggregates/events';
import type { ConsideredEvent } from '../../../commands/ports/pair';

export interface Reached {
  /** The last event of ours. */
  readonly considered: ConsideredEvent | 'START';
  /** Not before that event's; what is between is not ours. For who waits and who looks. */
  readonly position: Position;
}

export const NOWHERE: Reached = { considered: 'START', position: START };

export const placeOf = ({ considered }: Pick<Reached, 'considered'>): Position =>
  considered === 'START' ? START : considered.position;

export const reachedBy = ({ stream, revision, id, position }: Recorded): Reached => ({
  considered: { stream, revision, id, position },
  position,
});
