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
  /**
   * The command opens the stream. If it is fresh, it may append without reading; a possible repetition answers what the
   * stream holds, since the store takes a repeated append for the first one whatever it contains.
   */
  readonly opensStream?: boolean;
  /** With `opensStream`: nobody asks what was written, so even a repetition may append without reading. */
  readonly isUnanswered?: boolean;
  /** The first try may decide by the recalled stream; only reading makes a refusal or "nothing to do" count. */
  readonly recalls?: boolean;
}

export interface Handled<State, Event> extends Known<State> {
  /** What this command wrote, now or in an earlier run; empty when there was nothing to do. */
  readonly events: readonly Event[];
  /** Of the last event written; null when nothing was. */
  readonly position: Position | null;
  /** Of the last event written in its stream, which may have grown since; null when nothing was written. */
  readonly writtenRevision: number | null;
}

/** `lost` and `unknown`: try again after reading; with `unknown` the append may have been made. */
export type Tried<State, Event> = Handled<State, Event> | 'lost' | 'unknown';

export interface Asked<State, Command, Event extends LedgerEvent> {
  readonly deps: HandleDeps;
  readonly decider: Decider<State, Command, Event>;
  readonly request: Request<Command>;
}

export const opensBlindly = ({ context, opensStream, isUnanswered }: Request<unknown>): boolean =>
  opensStream === true && (context.isFresh === true || isUnanswered === true);
