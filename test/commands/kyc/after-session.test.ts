import { kycSession } from '../../../aggregates/kyc/kyc-session';
import { user } from '../../../aggregates/user/user';
import { handle } from '../../../commands/handling/handle';
import { stateOf } from '../../../commands/handling/reading/read-stream';
import { eraseAtProvider } from '../../../commands/kyc/erase-at-provider';
import { explainSession } from '../../../commands/kyc/explain-session';
import { followSession } from '../../../commands/kyc/follow-session';
import { pollSession } from '../../../commands/kyc/poll-session';
import { reopenSession } from '../../../commands/kyc/reopen-session';
import type { KycProvider } from '../../../commands/ports/providers/kyc-provider';
import { failure } from '../../../infra/providers/failures';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, happened } from '../../core';
import { kycWorld } from './kyc-world';

const DAY_MS = 86_400_000;

test('gives an open session a fresh link', async () => {
  const world = kycWorld();
  const { sessionId, state } = await world.startOf('40442820135');
  const { state: fresh } = await reopenSession(world.deps)({ sessionId }, asking('open'));
  if (fresh.status === 'NONE' || state.status === 'NONE') throw new Error('no session');
  const links = [fresh, state].map(({ opened }) => world.vault.open(opened!.webViewUrl!));
  expect([fresh.status, new Set(await Promise.all(links)).size]).toEqual(['PENDING', 2]);
});

test('reopens an expired session, and refuses an ended or unknown one', async () => {
  const world = kycWorld();
  const { sessionId } = await world.startOf('10975384600');
  world.clock.advance(DAY_MS);
  await pollSession(world.deps)({ sessionId, sinceMs: 0 });
  expect((await reopenSession(world.deps)({ sessionId }, asking('again'))).state.status).toBe('PENDING');
  world.clock.advance(6_000);
  await pollSession(world.deps)({ sessionId, sinceMs: 0 });
  await expect(reopenSession(world.deps)({ sessionId }, asking('ended'))).rejects.toMatchObject({
    rejection: { code: 'SESSION_ENDED' },
  });
  await expect(reopenSession(world.deps)({ sessionId: 'none' }, asking('none'))).rejects.toMatchObject({
    rejection: { code: 'SESSION_NOT_FOUND' },
  });
});

test('refuses to reopen an expired session when a later one exists', async () => {
  const world = kycWorld();
  const { sessionId } = await world.startOf('10975384600');
  world.clock.advance(DAY_MS);
  await pollSession(world.deps)({ sessionId, sinceMs: 0 });
  await world.startOf('40442820135', 'ana', 'later');
  await expect(reopenSession(world.deps)({ sessionId }, asking('again'))).rejects.toMatchObject({
    rejection: { code: 'SESSION_ENDED' },
  });
});

test('refuses to reopen a session when a later one began during the call', async () => {
  const world = kycWorld({ reopen: (context, id) => beside(context, id) });
  const beside: KycProvider['reopen'] = async (context, id) => {
    await world.startOf('40442820135', 'ana', 'meanwhile');
    return world.desk.provider.reopen(context, id);
  };
  const { sessionId } = await world.startOf('10975384600');
  world.clock.advance(DAY_MS);
  await pollSession(world.deps)({ sessionId, sinceMs: 0 });
  await expect(reopenSession(world.deps)({ sessionId }, asking('again'))).rejects.toMatchObject({
    rejection: { code: 'SESSION_ENDED' },
  });
  expect(await stateOf(world.eventStore, kycSession, sessionId)).toMatchObject({ status: 'EXPIRED' });
});

test('ignores an answer that is older than the reopening of its session', async () => {
  const world = kycWorld({ get: (context, id) => overtaken(context, id) });
  let isReopening = true;
  const overtaken: KycProvider['get'] = async (context, id) => {
    const answer = await world.desk.provider.get(context, id);
    if (isReopening) await reopenSession(world.deps)({ sessionId }, asking('meanwhile'));
    return answer;
  };
  const { sessionId } = await world.startOf('10975384600');
  world.clock.advance(DAY_MS);
  expect(await pollSession(world.deps)({ sessionId, sinceMs: world.clock.now() })).not.toBe('done');
  expect(await stateOf(world.eventStore, kycSession, sessionId)).toMatchObject({ status: 'PENDING' });
  isReopening = false;
  world.clock.advance(6_000);
  expect(await pollSession(world.deps)({ sessionId, sinceMs: 0 })).toBe('done');
  expect(await stateOf(world.eventStore, kycSession, sessionId)).toMatchObject({ status: 'APPROVED' });
});

test('changes the user’s status at once, and once for each change', async () => {
  const world = kycWorld();
  const { state } = await world.startOf('40442820135');
  if (state.status === 'NONE') throw new Error('no session');
  const { userId, sessionId, number } = state.facts;
  const approved = { userId, sessionId, number, revision: 2, status: 'APPROVED', causeEventId: 'e2' } as const;
  expect(await followSession(world.deps)(approved)).toBe('done');
  expect(await followSession(world.deps)(approved)).toBe('done');
  expect(await stateOf(world.eventStore, user, userId)).toMatchObject({ kyc: 'APPROVED', session: { approvedBy: 1 } });
  const types = (await world.eventStore.readStream(`user-${userId}`)).map(({ type }) => type);
  expect(types).toEqual(['UserRegistered', 'KycStatusChanged', 'KycSessionFollowed']);
});

test.each([
  ['UNAVAILABLE', 'OTHER', []],
  ['REJECTED', 'UNSUPPORTED', ['A KYC provider cannot erase a person: an operator must']],
] as const)('asks a provider that answers %s %s to forget until it confirms', async (kind, code, atOnce) => {
  let isAway = true;
  const world = kycWorld({
    erase: async () => (isAway ? failure('sandbox', kind, code, 'away') : { ok: true, value: null }),
  });
  const { sessionId, state } = await world.startOf('40442820135');
  if (state.status === 'NONE') throw new Error('no session');
  // Long after the session: the day begins with the erasure.
  world.clock.advance(30 * DAY_MS);
  const { userId } = state.facts;
  await happened(world.deps.eventStore, event('UserBlocked', { userId }));
  const command = { type: 'EraseUser', userId, unblocks: 0, reason: 'asked', now: world.clock.iso() } as const;
  await handle(world.deps, user, { id: userId, context: asking('erase'), command });
  const erased = { sessionId };
  expect(await eraseAtProvider(world.deps)(erased)).toEqual({ askAgainAtMs: world.clock.now() + 60_000 });
  const alerts = world.alerts.splice(0);
  expect(alerts.map(({ what }) => what)).toEqual(atOnce);
  world.clock.advance(DAY_MS + 1);
  await eraseAtProvider(world.deps)(erased);
  const [first, ...others] = world.alerts.map(({ what }) => what);
  expect([first, others]).toEqual(['A KYC provider has not erased a person within a day', atOnce]);
  isAway = false;
  expect(await eraseAtProvider(world.deps)(erased)).toBe('done');
  expect(await stateOf(world.eventStore, kycSession, sessionId)).toMatchObject({ isErased: true });
});

describe('a session of an erased user', () => {
  const erasedAfter = async (waitedMs: number) => {
    let erasures = 0;
    let reopenings = 0;
    const world = kycWorld({
      erase: async () => {
        erasures += 1;
        return { ok: true, value: null };
      },
      reopen: async () => {
        reopenings += 1;
        return failure('sandbox', 'UNAVAILABLE', 'OTHER', 'away');
      },
    });
    const { sessionId, state } = await world.startOf('40442820135');
    if (state.status === 'NONE') throw new Error('no session');
    world.clock.advance(waitedMs);
    const { userId } = state.facts;
    await happened(world.deps.eventStore, event('UserBlocked', { userId }));
    const command = { type: 'EraseUser', userId, unblocks: 0, reason: 'asked', now: world.clock.iso() } as const;
    await handle(world.deps, user, { id: userId, context: asking('erase'), command });
    const erase = () => eraseAtProvider(world.deps)({ sessionId });
    return { world, sessionId, erase, asked: () => ({ erasures, reopenings }) };
  };

  test.each([
    ['just started', 0],
    ['started long ago, and perhaps being reopened', DAY_MS],
  ])('is forgotten %s immediately, and again when no call about the session is open', async (_name, waitedMs) => {
    const { world, sessionId, erase, asked } = await erasedAfter(waitedMs);
    const quietAtMs = world.clock.now() + 10_000;
    expect(await erase()).toEqual({ askAgainAtMs: quietAtMs });
    world.clock.advance(9_999);
    expect(await erase()).toEqual({ askAgainAtMs: quietAtMs });
    expect(await stateOf(world.eventStore, kycSession, sessionId)).toMatchObject({ isErased: false });
    world.clock.advance(1);
    expect(await erase()).toBe('done');
    expect(await stateOf(world.eventStore, kycSession, sessionId)).toMatchObject({ isErased: true });
    expect(asked()).toEqual({ erasures: 3, reopenings: 0 });
  });

  test('is not reopened, and its provider is not asked', async () => {
    const { world, sessionId, asked } = await erasedAfter(0);
    await expect(reopenSession(world.deps)({ sessionId }, asking('open'))).rejects.toMatchObject({
      rejection: { code: 'SESSION_ENDED' },
    });
    expect(asked().reopenings).toBe(0);
  });
});

test('explains a session', async () => {
  const world = kycWorld();
  const { sessionId } = await world.startOf('52998224725');
  const explained = await explainSession(world.deps)(sessionId);
  expect(explained).toMatchObject({ sessionId, status: 'PENDING', heldBy: [] });
  expect(explained.because).toContain('has not confirmed the session yet');
  world.clock.advance(DAY_MS);
  const expired = await world.startOf('10975384600', 'bia');
  world.clock.advance(DAY_MS);
  await pollSession(world.deps)({ sessionId: expired.sessionId, sinceMs: 0 });
  expect((await explainSession(world.deps)(expired.sessionId)).movesWhen).toEqual(['PENDING: the partner reopens it']);
  await expect(explainSession(world.deps)('none')).rejects.toMatchObject({ rejection: { code: 'SESSION_NOT_FOUND' } });
});
