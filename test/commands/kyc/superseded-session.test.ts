import { kycSession } from '../../../aggregates/kyc/kyc-session';
import { sessionIdOf } from '../../../commands/handling/deterministic-ids';
import { stateOf } from '../../../commands/handling/reading/read-stream';
import { pollSession } from '../../../commands/kyc/poll-session';
import { reopenSession } from '../../../commands/kyc/reopen-session';
import { asking } from '../../core';
import { kycWorld } from './kyc-world';

const DAY_MS = 86_400_000;

describe('a reopened session with a later one', () => {
  /** An expired session, and a hook before the next append to the stream of session `number`. */
  const expired = async () => {
    const world = kycWorld();
    const { sessionId, state } = await world.startOf('10975384600');
    if (state.status === 'NONE') throw new Error('no session');
    world.clock.advance(DAY_MS);
    await pollSession(world.deps)({ sessionId, sinceMs: 0 });
    const { userId } = state.facts;
    const { append } = world.eventStore;
    const justBefore = (number: number, happens: () => Promise<unknown>): void => {
      const stream = `kycSession-${sessionIdOf(userId, number)}`;
      const spy = jest.spyOn(world.eventStore, 'append').mockImplementation(async (to, ...rest) => {
        if (to !== stream) return append(to, ...rest);
        spy.mockRestore();
        await happens();
        return append(to, ...rest);
      });
    };
    const statuses = async () =>
      Promise.all([1, 2].map(async (number) => statusOf(world, sessionIdOf(userId, number))));
    const reopen = () => reopenSession(world.deps)({ sessionId }, asking('again'));
    return { justBefore, statuses, reopen, start: () => world.startOf('40442820135', 'ana', 'later') };
  };
  const statusOf = async ({ eventStore }: ReturnType<typeof kycWorld>, sessionId: string) =>
    (await stateOf(eventStore, kycSession, sessionId)).status;

  test('expires when the reopening is appended last', async () => {
    const { justBefore, statuses, reopen, start } = await expired();
    justBefore(1, start);
    await expect(reopen()).rejects.toMatchObject({ rejection: { code: 'SESSION_ENDED' } });
    expect(await statuses()).toEqual(['EXPIRED', 'PENDING']);
  });

  test('expires when the later start is appended last', async () => {
    const { justBefore, statuses, reopen, start } = await expired();
    justBefore(2, reopen);
    await start();
    expect(await statuses()).toEqual(['EXPIRED', 'PENDING']);
  });
});
