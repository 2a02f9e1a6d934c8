import fc from 'fast-check';
import type { TestedDecider } from './decider';
import { withFaults } from './faults';
import { LIVES } from './lives';
import { decideOrRefuse, runCommands } from './run-commands';

/** Up to 45 commands that may be given to the decider in any order; many are refused. */
export const commandsOf = <State, Command, Event>({
  name,
}: TestedDecider<State, Command, Event>): fc.Arbitrary<readonly Command[]> =>
  LIVES[name].commands as unknown as fc.Arbitrary<readonly Command[]>;

/** Half of them with commands that are repeated, reordered, lost or delayed. */
export const faultyCommandsOf = <State, Command, Event>(
  decider: TestedDecider<State, Command, Event>,
): fc.Arbitrary<readonly Command[]> => fc.oneof(commandsOf(decider), withFaults(commandsOf(decider)));

/** A command to the decider in the state, most often a command that writes there. */
export const commandsIn = <State, Command, Event>(
  decider: TestedDecider<State, Command, Event>,
  state: State,
): fc.Arbitrary<Command> =>
  commandsOf(decider)
    .filter((commands) => commands.length > 0)
    .map((commands) => {
      const writes = commands.find((command) => decideOrRefuse(decider, state, command).length > 0);
      return writes ?? commands[0]!;
    });

/** The events that the decider has written after all commands of a list. */
export const historiesOf = <State, Command, Event>(
  decider: TestedDecider<State, Command, Event>,
): fc.Arbitrary<readonly Event[]> =>
  faultyCommandsOf(decider).map((commands) => runCommands(decider, commands).history);
