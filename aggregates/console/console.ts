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

const OF_SESSIONS: readonly ConsoleEvent['type'][] = [
  ...(['OperatorSignedIn', 'OperatorSignedOut', 'MemberSignedIn', 'MemberSignedOut'] as const),
];

export const consoleIdOf = ({ type, data }: ConsoleEvent, at: string): string => {
  const person = 'memberId' in data ? data.memberId : data.operatorName;
  return `${person}:${at.slice(0, OF_SESSIONS.includes(type) ? 7 : 10)}`;
};
