import type { Decider } from '../../aggregates/decider';
import type { LedgerEvent, Position } from '../../aggregates/events';
import type { Clock } from '../ports/clock';
import type { EventStore } from '../ports/event-store';
import type { CommandContext } from './context';
import type { Known } from './reading/known-streams';
import type { ReadDeps } from './reading/read-stream';
import type { InTurn } from './turns';

export interface HandleDeps extends ReadDeps {
  readonly eventStore: Pick<EventStore, 'append' | 'readStream'>;
  readonly clock: Clock;
  readonly inTurn?: InTurn;
}

export interface Request<Command> {
  readonly id: string;
  readonly context: CommandContext;
  readonly command: Command;
  /** A repetition answers the stream's content: the store takes a repeated append for the first, with any content. */
  readonly opensStream?: boolean;
  /** With `opensStream`: even a repetition may append without reading, as the caller needs no events. */
  readonly isUnanswered?: boolean;
  /** The first try may decide by the recalled stream. A refusal or an empty decision counts only after a read. */
  readonly recalls?: boolean;
}

export interface Handled<State, Event> extends Known<State> {
  readonly events: readonly Event[];
  /** Position of the last written event; null without one. */
  readonly position: Position | null;
  /** Revision of the last written event; the stream may have grown since. Null without one. */
  readonly writtenRevision: number | null;
}

/** `lost` and `unknown`: try again after a read. With `unknown` the append may have been made. */
export type Tried<State, Event> = Handled<State, Event> | 'lost' | 'unknown';

export interface Asked<State, Command, Event extends LedgerEvent> {
  readonly deps: HandleDeps;
  readonly decider: Decider<State, Command, Event>;
  readonly request: Request<Command>;
}

export const opensBlindly = ({ context, opensStream, isUnanswered }: Request<unknown>): boolean =>
  opensStream === true && (context.isFresh === true || isUnanswered === true);
