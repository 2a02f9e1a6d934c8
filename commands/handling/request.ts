import type { Decider } from '../../aggregates/decider';
import type { LedgerEvent, Position } from '../../aggregates/events';
import type { Clock } from '../ports/clock';
import type { EventStore } from '../ports/event-store';
import type { CommandContext } from './context';
import type { Known } from './known-streams';
import type { ReadDeps } from './read-stream';
import type { InTurn } from './turns';

export interface HandleDeps extends ReadDeps {
  readonly eventStore: Pick<EventStore, 'append' | 'readStream'>;
  readonly clock: Clock;
  /** Absent: whoever loses a race tries again at once. */
  readonly inTurn?: InTurn;
}

export interface Request<Command> {
  /** Of the decider's stream. */
  readonly id: string;
  readonly context: CommandContext;
  readonly command: Command;
  /**
   * The command opens the stream: a fresh one may append without reading first, and one that may be a repetition
   * answers what the stream holds, since the store takes a repeated append for the first one whatever it contains.
   */
  readonly opensStream?: boolean;
  /**
   * With `opensStream`: nobody asks what was written, so that also a repetition may append without reading. The store takes
   * it for the first one, and refuses it where the stream begins otherwise.
   */
  readonly isUnanswered?: boolean;
  /**
   * The state itself shows whether the command was carried out: the first try may decide by what this process last knew of
   * the stream. What it would refuse then, and what it finds done, counts only once the stream has been read.
   */
  readonly recalls?: boolean;
}

export interface Handled<State, Event> extends Known<State> {
  /** What this command wrote, now or when it ran before; empty when there was nothing to do. */
  readonly events: readonly Event[];
  /** Of the last event written; null when nothing was. */
  readonly position: Position | null;
  /** Of the same event in its stream, which others may have carried on; null when nothing was written. */
  readonly writtenRevision: number | null;
}

/** What came of one try: handled, or to be tried again once the stream is read. `unknown`: the append may have been made. */
export type Tried<State, Event> = Handled<State, Event> | 'lost' | 'unknown';

/** A request together with who decides it, and by what it is handled. */
export interface Asked<State, Command, Event extends LedgerEvent> {
  readonly deps: HandleDeps;
  readonly decider: Decider<State, Command, Event>;
  readonly request: Request<Command>;
}

/** Whether the stream may be opened without reading it, before or after. */
export const opensBlindly = ({ context, opensStream, isUnanswered }: Request<unknown>): boolean =>
  opensStream === true && (context.isFresh === true || isUnanswered === true);
