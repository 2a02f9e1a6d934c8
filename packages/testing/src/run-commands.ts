import type { Decider } from '../../../aggregates/decider';
import { isRejection } from '../../../aggregates/rejection';

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

type Rules<State, Command, Event> = Pick<Decider<State, Command, Event>, 'initial' | 'evolve' | 'decide'>;

const refuseChange = (): never => {
  throw new TypeError('A map of the state is changed');
};

/** A frozen map can be changed all the same. */
const closed = (map: ReadonlyMap<unknown, unknown>): void => {
  for (const name of ['set', 'delete', 'clear']) Object.defineProperty(map, name, { value: refuseChange });
  for (const value of map.values()) frozen(value);
};

/** A decider that changes a frozen value throws. */
const frozen = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) closed(value);
  Object.freeze(value);
  Object.values(value).forEach(frozen);
  return value;
};

export const decideOrRefuse = <State, Command, Event>(
  decider: Rules<State, Command, Event>,
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

/** The message of the rejection; null when the command is not refused. */
export const refusalOf = <State, Command, Event>(
  decider: Rules<State, Command, Event>,
  state: State,
  command: Command,
): string | null => {
  try {
    decider.decide(state, command);
    return null;
  } catch (error) {
    if (isRejection(error)) return error.rejection.message;
    throw error;
  }
};

/** Gives the commands one after the other; a refused command changes nothing. States and events are frozen. */
export const runCommands = <State, Command, Event>(
  decider: Rules<State, Command, Event>,
  commands: readonly Command[],
): Run<State, Command, Event> => {
  const history: Event[] = [];
  const steps: Step<State, Command, Event>[] = [];
  let before = frozen(decider.initial);
  for (const command of commands) {
    const events = frozen(decideOrRefuse(decider, before, command));
    const after = frozen(events.reduce(decider.evolve, before));
    history.push(...events);
    steps.push({ command, before, events, after });
    before = after;
  }
  return { history, steps };
};
