import { type Decider, fold } from '../../aggregates/decider';
import { isRejection } from '../../aggregates/rejection';

export interface Step<State, Command, Event> {
  readonly command: Command;
  readonly before: State;
  /** Empty when the command was refused or had nothing to do. */
  readonly events: readonly Event[];
  readonly after: State;
}

export interface Run<State, Command, Event> {
  readonly history: readonly Event[];
  readonly steps: readonly Step<State, Command, Event>[];
}

/** Whoever changes what is frozen throws. */
const frozen = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  Object.values(value).forEach(frozen);
  return value;
};

export const decideOrRefuse = <State, Command, Event>(
  decider: Decider<State, Command, Event>,
  state: State,
  command: Command,
): readonly Event[] => {
  try {
    return decider.decide(state, command);
  } catch (error) {
    if (isRejection(error)) return [];
    throw error;
  }
};

/** One command after the other; a refused one changes nothing. Everything is frozen, so that nothing is changed in place. */
export const runCommands = <State, Command, Event>(
  decider: Decider<State, Command, Event>,
  commands: readonly Command[],
): Run<State, Command, Event> => {
  const history: Event[] = [];
  const steps: Step<State, Command, Event>[] = [];
  for (const command of commands) {
    const before = frozen(fold(decider, history));
    const events = frozen(decideOrRefuse(decider, before, command));
    history.push(...events);
    steps.push({ command, before, events, after: frozen(fold(decider, history)) });
  }
  return { history, steps };
};
