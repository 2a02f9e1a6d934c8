import type { Result } from '../../../commands/ports/providers/result';
import { failed } from '../../doubles/scripted-provider';
import type { Random } from './random';

export interface LineOptions {
  readonly random: Random;
  /** Share of the calls, until the line is healed. */
  readonly lossPercent: number;
  /** Stops or kills a worker before and after the effect of its order. */
  readonly standStill: () => Promise<void>;
}

/** The line to a provider, which loses calls and stops the workers that use it. */
export interface Line {
  /** A call with an effect: a loss on the way there prevents the effect, a loss on the way back hides it. */
  readonly order: <Value>(effect: () => Promise<Result<Value>>) => Promise<Result<Value>>;
  readonly question: <Value>(ask: () => Promise<Result<Value>>) => Promise<Result<Value>>;
  /** Callbacks as they arrive: some twice, some never, in any order. */
  readonly arriving: <Hint>(hints: readonly Hint[]) => readonly Hint[];
  readonly isLost: () => boolean;
  readonly heal: () => void;
}

export const createLine = ({ random, standStill, ...options }: LineOptions): Line => {
  let { lossPercent } = options;
  const isLost = (): boolean => random.chance(lossPercent);
  return {
    isLost,
    order: async (effect) => {
      await standStill();
      if (isLost()) return failed('UNKNOWN', 'TIMEOUT');
      const answer = await effect();
      await standStill();
      if (isLost()) throw new Error('The line broke after the order was taken');
      return answer;
    },
    question: async (ask) => (isLost() ? failed('UNAVAILABLE', 'TIMEOUT') : ask()),
    arriving: (hints) => {
      const arrived = hints.flatMap((hint) => (isLost() ? random.pick([[], [hint, hint]]) : [hint]));
      return isLost() ? arrived.reverse() : arrived;
    },
    heal: () => {
      lossPercent = 0;
    },
  };
};
