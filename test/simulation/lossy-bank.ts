import type { PayoutCallback, PayoutProvider, PayoutRequest } from '../../commands/ports';
import { createSandbox } from '../../infra/providers/sandbox/sandbox';
import type { core } from '../core';
import { createMemoryPayoutStore } from '../infra/providers/memory-payout-store';
import { failed } from '../scripted-provider';
import type { Random } from './random';

export interface Line {
  readonly clock: ReturnType<typeof core>['clock'];
  readonly random: Random;
  /** Of the calls, until the line is healed. */
  readonly lossPercent: number;
  /** Of the workers that send: they stand still before or after it, for as long as `pause` lasts. */
  readonly standstillPercent: number;
  readonly pause: () => Promise<void>;
}

/** The sandbox bank behind a line that loses answers, used by workers that stand still. */
export const lossyBank = ({ clock, random, pause, ...percents }: Line) => {
  const hints: PayoutCallback[] = [];
  const sent: PayoutRequest[] = [];
  let { lossPercent, standstillPercent } = percents;
  const standStill = async (): Promise<void> => {
    if (random.chance(standstillPercent)) await pause();
  };
  const sandbox = createSandbox({
    store: createMemoryPayoutStore(),
    clock,
    onCallback: (hint) => void hints.push(hint),
    onTrouble: () => undefined,
  });
  const { provider } = sandbox;
  const line: PayoutProvider = {
    ...provider,
    create: async (context, request) => {
      await standStill();
      sent.push(request);
      if (random.chance(lossPercent)) return failed('UNKNOWN', 'TIMEOUT');
      const answer = await provider.create(context, request);
      await standStill();
      if (random.chance(lossPercent)) throw new Error('The line broke after the order was taken');
      return answer;
    },
    get: async (context, key) =>
      random.chance(lossPercent) ? failed('UNAVAILABLE', 'TIMEOUT') : provider.get(context, key),
  };
  return {
    line,
    sent,
    /** The bank itself, as nobody else can see it: what it says is the truth. */
    oracle: provider,
    decide: sandbox.decide,
    /** The callbacks that are due, some of them twice or not at all. */
    callBack: async (): Promise<readonly PayoutCallback[]> => {
      await sandbox.callbacks.makeDue();
      const due = hints.splice(0);
      return due.flatMap((hint) => (random.chance(lossPercent) ? random.pick([[], [hint, hint]]) : [hint]));
    },
    heal: (): void => {
      lossPercent = 0;
      standstillPercent = 0;
    },
  };
};
