import type { Decider } from '../../../aggregates/decider';

/** The version of this package: a test compares it with package.json. */
export const VERSION = '0.1.0';

export type DeciderName =
  | 'cashout'
  | 'cashin'
  | 'withdrawal'
  | 'peggedBalance'
  | 'payout'
  | 'deposit'
  | 'quote'
  | 'cashinQuote'
  | 'kycSession'
  | 'user'
  | 'partner'
  | 'watcher'
  | 'webhook'
  | 'link';

/** A decider as the laws take it. Keep `name` and `version` when you replace `evolve` or `decide` by your own. */
export interface TestedDecider<State, Command, Event>
  extends Pick<Decider<State, Command, Event>, 'initial' | 'evolve' | 'decide'> {
  readonly name: DeciderName;
  /** The version of the package whose commands and events the decider uses. */
  readonly version: string;
}

export const tested = <State, Command, Event>(
  name: DeciderName,
  { initial, evolve, decide }: Pick<Decider<State, Command, Event>, 'initial' | 'evolve' | 'decide'>,
): TestedDecider<State, Command, Event> => ({ name, version: VERSION, initial, evolve, decide });
