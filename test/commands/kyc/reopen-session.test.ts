import { explainSession } from '../../../commands/kyc/explain-session';
import { pollSession } from '../../../commands/kyc/poll-session';
import { reopenSession } from '../../../commands/kyc/reopen-session';
import { failure } from '../../../infra/providers/failures';
import { asking } from '../../core';
import { kycWorld, SCOPE } from './kyc-world';

const DAY_MS = 86_400_000;

describe('the reopening of a session that its provider lacks', () => {
  const notThere = failure('sandbox', 'NOT_FOUND', 'OTHER', 'no such session');
  type World = ReturnType<typeof kycWorld>;

  const expectNothingToReopen = async (world: World, sessionId: string): Promise<void> => {
    await expect(reopenSession(world.deps)({ sessionId }, asking('again'))).rejects.toMatchObject({
      rejection: { code: 'SESSION_ENDED', message: expect.stringContaining('start another session') },
    });
    const { state } = await world.startOf('40442820135', 'ana', 'another');
    expect(state).toMatchObject({ status: 'PENDING', facts: { number: 2 } });
  };

  const NOTHING_MORE = { status: 'EXPIRED', movesWhen: ['no further step: the person starts another session'] };

  test('is refused after a failed start, and a new one can start', async () => {
    const world = kycWorld({
      start: async () => failure('sandbox', 'UNKNOWN', 'TIMEOUT', 'no answer'),
      find: async () => ({ ok: true, value: [] }),
    });
    const { sessionId } = await world.startOf('40442820135');
    world.clock.advance(DAY_MS);
    await pollSession(world.deps)({ sessionId, sinceMs: 0 });
    expect(await explainSession(world.deps)(sessionId)).toMatchObject({
      ...NOTHING_MORE,
      because: expect.stringContaining('START_FAILED'),
    });
    await expectNothingToReopen(world, sessionId);
  });

  test('is refused after the loss, and a new one can start', async () => {
    const world = kycWorld();
    const { sessionId } = await world.startOf('40442820135');
    await world.desk.controls.reset(SCOPE.partnerId);
    await pollSession(world.deps)({ sessionId, sinceMs: 0 });
    expect(await explainSession(world.deps)(sessionId)).toMatchObject(NOTHING_MORE);
    await expectNothingToReopen(world, sessionId);
  });

  test('is refused after its expiry, and a new one can start', async () => {
    const world = kycWorld({ reopen: async () => notThere });
    const { sessionId } = await world.startOf('10975384600');
    world.clock.advance(DAY_MS);
    await pollSession(world.deps)({ sessionId, sinceMs: 0 });
    await expectNothingToReopen(world, sessionId);
  });
});
