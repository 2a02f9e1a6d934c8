import type { Decider } from '../decider';
import type { ConsoleEvent } from './events';

export type ConsoleState = null;

/** An act of an operator that other streams do not have. */
export interface ConsoleCommand {
  readonly type: 'RecordAct';
  readonly act: ConsoleEvent;
}

/** Stream `console-<operator>:<YYYY-MM>` of sessions, and `console-<operator>:<YYYY-MM-DD>` of other acts. */
export const operatorConsole: Decider<ConsoleState, ConsoleCommand, ConsoleEvent> = {
  category: 'console',
  initial: null,
  evolve: (state) => state,
  decide: (_state, { act }) => [act],
};

export const consoleIdOf = (operatorName: string, at: string): string => `${operatorName}:${at.slice(0, 7)}`;

export const dayIdOf = (operatorName: string, at: string): string => `${operatorName}:${at.slice(0, 10)}`;
