import { syncSession } from '../../../commands/kyc/sync-session';
import { decideSession } from '../../../commands/sandbox/decide-session';
import { asking } from '../../core';
import { kycWorld, SCOPE } from '../kyc/kyc-world';

/** In review until somebody decides (docs/kyc-sandbox.md). */
const WAITING = '91708635203';

const deciding = async (document = WAITING) => {
  const world = kycWorld();
  const { sessionId } = await world.startOf(document);
  const decide = decideSession({ eventStore: world.eventStore, sandboxControls: { decideSession: world.desk.decide } });
  let asked = 0;
  const stateNow = async () =>
    (await syncSession(world.deps)({ sessionId }, asking(`sync ${++asked}`, { subjectId: null }))).state;
  const statusNow = async () => (await stateNow()).status;
  return { world, sessionId, decide, stateNow, statusNow };
};

describe('a session that waits for people', () => {
  test.each([
    'APPROVED',
    'REJECTED',
  ] as const)('is %s once that is decided, and never otherwise after it', async (decision) => {
    const { world, sessionId, decide, statusNow } = await deciding();
    world.clock.advance(86_400_000);
    expect(await statusNow()).toBe('IN_REVIEW');
    expect(await decide({ ...SCOPE, sessionId, decision })).toBe(true);
    expect(await statusNow()).toBe(decision);
    await expect(decide({ ...SCOPE, sessionId, decision: 'APPROVED' })).rejects.toThrow(`is ${decision} already`);
  });

  test('loses its approval when the provider takes it back, once and for all', async () => {
    const { sessionId, decide, statusNow } = await deciding();
    await decide({ ...SCOPE, sessionId, decision: 'APPROVED' });
    expect(await statusNow()).toBe('APPROVED');
    await decide({ ...SCOPE, sessionId, decision: 'REJECTED' });
    expect(await statusNow()).toBe('REJECTED');
    for (const decision of ['APPROVED', 'REJECTED'] as const)
      await expect(decide({ ...SCOPE, sessionId, decision })).rejects.toThrow('is REJECTED already');
  });

  test('is rejected for the reason that is given, and an approval has none', async () => {
    const { sessionId, decide, stateNow } = await deciding();
    const approving = { ...SCOPE, sessionId, decision: 'APPROVED', reason: 'LIVENESS' } as const;
    await expect(decide(approving)).rejects.toMatchObject({
      rejection: { code: 'VALIDATION_ERROR', fieldErrors: { reason: expect.any(String) } },
    });
    expect(await stateNow()).toMatchObject({ rejectionReason: null });
    await decide({ ...approving, decision: 'REJECTED' });
    expect(await stateNow()).toMatchObject({ status: 'REJECTED', rejectionReason: 'LIVENESS' });
  });

  test('is nobody else’s, nor of the other mode', async () => {
    const { sessionId, decide, statusNow } = await deciding();
    expect(await decide({ ...SCOPE, partnerId: 'p2', sessionId, decision: 'APPROVED' })).toBe(false);
    expect(await decide({ ...SCOPE, mode: 'live', sessionId, decision: 'APPROVED' })).toBe(false);
    expect(await decide({ ...SCOPE, sessionId: 'none', decision: 'APPROVED' })).toBe(false);
    expect(await statusNow()).not.toBe('APPROVED');
  });

  test('cannot be decided while the provider does not have it', async () => {
    const { world, sessionId, decide } = await deciding();
    await world.desk.reset(SCOPE.partnerId);
    await expect(decide({ ...SCOPE, sessionId, decision: 'APPROVED' })).rejects.toThrow('has no such session');
  });
});
