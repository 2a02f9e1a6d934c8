import type { Position } from '../../../aggregates/events';
import type { SubscriptionFailure } from '../../../commands/ports/event-store';

/** Told by a subscription that is over. */
export interface Refused {
  readonly tell: (failure: SubscriptionFailure) => void;
  /** Resolves then, with both positions where the log ends too early. */
  readonly told: Promise<string>;
}

const textOf = ({ commit, prepare }: Position): string => `${commit}/${prepare}`;

const wordsOf = (failure: SubscriptionFailure): string =>
  failure.name === 'beyond_head'
    ? `the log ends at ${textOf(failure.head)}, before ${textOf(failure.position)}, up to where it was projected`
    : `the store refuses the subscription: ${failure.cause}`;

export const createRefused = (): Refused => {
  let tell: Refused['tell'] = () => undefined;
  const told = new Promise<string>((resolve) => {
    tell = (failure) => resolve(wordsOf(failure));
  });
  return { tell, told };
};
