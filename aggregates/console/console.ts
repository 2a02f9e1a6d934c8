import type { Decider } from '../decider';
import type { ConsoleEvent, OperatorSignedIn, OperatorSignedOut } from './events';

/** Each session is a fact of its own: nothing is decided by what was before. */
export type ConsoleState = null;

export type ConsoleCommand =
  | { readonly type: 'SignIn'; readonly data: OperatorSignedIn }
  | { readonly type: 'SignOut'; readonly data: OperatorSignedOut };

const decide = (_state: ConsoleState, command: ConsoleCommand): readonly ConsoleEvent[] => [
  command.type === 'SignIn'
    ? { type: 'OperatorSignedIn', data: command.data }
    : { type: 'OperatorSignedOut', data: command.data },
];

/** Stream `console-<operator>:<YYYY-MM>`. */
export const operatorConsole: Decider<ConsoleState, ConsoleCommand, ConsoleEvent> = {
  category: 'console',
  initial: null,
  evolve: (state) => state,
  decide,
};

export const consoleIdOf = (operatorName: string, at: string): string => `${operatorName}:${at.slice(0, 7)}`;
