import type { StreamCategory } from './stream';

/** `evolve` never throws and never judges: an event that the state does not allow changes nothing. `decide` judges. */
export interface Decider<State, Command, Event> {
  readonly category: StreamCategory;
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (state: State, command: Command) => readonly Event[];
}

export const fold = <State, Event>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  events: readonly Event[],
): State => events.reduce(decider.evolve, decider.initial);
