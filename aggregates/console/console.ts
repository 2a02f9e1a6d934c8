import type { Decider } from '../decider';
import type { ConsoleEvent } from './events';

export type ConsoleState = null;

/** An act of a person that other streams do not have. */
export interface ConsoleCommand {
  readonly type: 'RecordAct';
  readonly act: ConsoleEvent;
}

/** Stream `console-<operator or member>:<YYYY-MM>` of sessions, and `console-<operator>:<YYYY-MM-DD>` of other acts. */
export const operatorConsole: Decider<ConsoleState, ConsoleCommand, ConsoleEvent> = {
  category: 'console',
  initial: null,
  evolve: (state) => state,
  decide: (_state, { act }) => [act],
};

export const consoleIdOf = (person: string, at: string): string => `${person}:${at.slice(0, 7)}`;

export const dayIdOf = (operatorName: string, at: string): string => `${operatorName}:${at.slice(0, 10)}`;
