import { rejection } from '../../../../aggregates/rejection';
import type { Handled, Tried } from '../../../../commands/handling/request';
import { giveUpTimeOf, mayBeRecorded, untilHandled } from '../../../../commands/handling/trying/retries';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';

const HANDLED: Handled<string, string> = {
  ...{ state: 'NEW', revision: 0, opening: undefined, events: ['Made'] },
  ...{ position: null, writtenRevision: 0 },
};

/** Runs these tries in order; a try without an outcome is handled. */
const trying = async (...outcomes: readonly (Tried<string, string> | Error)[]) => {
  const clock = manualClock();
  const numbers: number[] = [];
  const tryOnce = async (tries: number): Promise<Tried<string, string>> => {
    numbers.push(tries);
    const outcome = outcomes[tries] ?? HANDLED;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const [settled] = await Promise.allSettled([untilHandled(clock, giveUpTimeOf(clock), tryOnce)]);
  return { settled, numbers };
};

const LOST = ['lost', 'lost', 'lost', 'lost', 'lost'] as const;

describe('tries', () => {
  test('continue until the command is handled', async () => {
    const { settled, numbers } = await trying('lost', 'unknown', 'lost');
    expect(settled).toEqual({ status: 'fulfilled', value: HANDLED });
    expect(numbers).toEqual([0, 1, 2, 3]);
  });

  test('are limited to five', async () => {
    const { settled, numbers } = await trying(...LOST);
    expect(settled).toMatchObject({ status: 'rejected', reason: { rejection: { code: 'SERVICE_UNAVAILABLE' } } });
    expect(numbers).toEqual([0, 1, 2, 3, 4]);
  });

  test('start within 1.5 s of the request, and not later', async () => {
    const clock = manualClock();
    const giveUpAtMs = giveUpTimeOf(clock);
    clock.advance(1_500);
    await expect(untilHandled(clock, giveUpAtMs, async () => HANDLED)).rejects.toMatchObject({
      rejection: { code: 'SERVICE_UNAVAILABLE' },
    });
  });
});

describe('the uncertainty of a failed command', () => {
  test.each<[string, boolean, readonly (Tried<string, string> | Error)[]]>([
    ['races alone', false, LOST],
    ['one silence among five tries', true, ['lost', 'unknown', 'lost', 'lost', 'lost']],
    ['a store that goes away after a silence', true, ['unknown', new Error('away')]],
    ['a store that is away before anything is sent', false, [new Error('away')]],
    ['a refusal after a silence: the stream has been read', false, ['unknown', rejection('USER_NOT_FOUND', 'no')]],
  ])('is known by the failure %s: %s', async (_what, isUncertain, outcomes) => {
    const { settled } = await trying(...outcomes);
    expect(settled.status).toBe('rejected');
    expect(mayBeRecorded((settled as PromiseRejectedResult).reason)).toBe(isUncertain);
  });
});
