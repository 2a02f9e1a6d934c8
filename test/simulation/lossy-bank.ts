import type { StoredCallback } from '../../commands/ports/callback-inbox';
import type { PayoutProvider, PayoutRequest } from '../../commands/ports/payout-provider';
import { createSandbox } from '../../infra/providers/sandbox/sandbox';
import type { core } from '../core';
import { CALLBACK_SECRET, postTo } from '../doubles/callback-post';
import { failed } from '../doubles/scripted-provider';
import { createMemoryPayoutStore } from '../infra/providers/memory-payout-store';
import type { Random } from './random';

export interface Line {
  readonly clock: ReturnType<typeof core>['clock'];
  readonly random: Random;
  /** Of the calls, until the line is healed. */
  readonly lossPercent: number;
  /** What may happen to a worker before and after it sends. */
  readonly standStill: () => Promise<void>;
}

/** The sandbox bank behind a line that loses answers, used by workers that stand still. */
export const lossyBank = ({ clock, random, standStill, ...line }: Line) => {
  const hints: StoredCallback[] = [];
  const sent: PayoutRequest[] = [];
  let { lossPercent } = line;
  const sandbox = createSandbox({
    store: createMemoryPayoutStore(),
    clock,
    secret: CALLBACK_SECRET,
    post: postTo(clock, (hint) => hints.push(hint)),
    onTrouble: () => undefined,
  });
  const { provider } = sandbox;
  const overTheLine: PayoutProvider = {
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
    line: overTheLine,
    sent,
    /** The bank itself, as nobody else can see it: what it says is the truth. */
    oracle: provider,
    controls: sandbox.controls,
    /** The callbacks that are due, some of them twice or not at all. */
    callBack: async (): Promise<readonly StoredCallback[]> => {
      await sandbox.callbacks.makeDue();
      const due = hints.splice(0);
      return due.flatMap((hint) => (random.chance(lossPercent) ? random.pick([[], [hint, hint]]) : [hint]));
    },
    heal: (): void => {
      lossPercent = 0;
    },
  };
};
