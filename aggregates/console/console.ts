import type { Decider } from '../decider';
import type {
  ConsoleEvent,
  OperatorSignedIn,
  OperatorSignedOut,
  PersonalDataSearched,
  ProjectionSwapped,
} from './events';

export type ConsoleState = null;

export type ConsoleCommand =
  | { readonly type: 'SignIn'; readonly data: OperatorSignedIn }
  | { readonly type: 'SignOut'; readonly data: OperatorSignedOut }
  | { readonly type: 'SearchPersonalData'; readonly data: PersonalDataSearched }
  | { readonly type: 'SwapProjection'; readonly data: ProjectionSwapped };

const decide = (_state: ConsoleState, command: ConsoleCommand): readonly ConsoleEvent[] => {
  switch (command.type) {
    case 'SignIn':
      return [{ type: 'OperatorSignedIn', data: command.data }];
    case 'SignOut':
      return [{ type: 'OperatorSignedOut', data: command.data }];
    case 'SearchPersonalData':
      return [{ type: 'PersonalDataSearched', data: command.data }];
    case 'SwapProjection':
      return [{ type: 'ProjectionSwapped', data: command.data }];
  }
};

/** Stream `console-<operator>:<YYYY-MM>` of sessions, and `console-<operator>:<YYYY-MM-DD>` of searches and swaps. */
export const operatorConsole: Decider<ConsoleState, ConsoleCommand, ConsoleEvent> = {
  category: 'console',
  initial: null,
  evolve: (state) => state,
  decide,
};

export const consoleIdOf = (operatorName: string, at: string): string => `${operatorName}:${at.slice(0, 7)}`;

export const dayIdOf = (operatorName: string, at: string): string => `${operatorName}:${at.slice(0, 10)}`;
