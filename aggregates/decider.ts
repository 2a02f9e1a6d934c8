import type { StreamCategory } from './stream';

/** A decider: `evolve` never fails and never judges; `decide` judges and changes nothing. */
export interface Decider<State, Command, Event> {
  /** The streams that are its own: `<category>-<id>`. */
  readonly category: StreamCategory;
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (state: State, command: Command) => readonly Event[];
}

/** The state that a history leads to. */
export const fold = <State, Event>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  events: readonly Event[],
): State => events.reduce(decider.evolve, decider.initial);
