import { kycSession } from '../../../aggregates/kyc/kyc-session';
import { stateOf } from '../../../commands/handling/reading/read-stream';
import { confirmSession } from '../../../commands/kyc/confirm-session';
import type { KycProvider } from '../../../commands/ports/providers/kyc-provider';
import { eraseSubject } from '../../../commands/user/erasure/erase-subject';
import { asking, typesOf } from '../../core';
import { answered, kycWorld } from './kyc-world';

const DAY_MS = 86_400_000;

/** A session that the desk approves after 5 s, with its calls, status and alerts. */
const called = async (otherwise: Partial<KycProvider> = {}, document = '40442820135') => {
  const world = kycWorld(otherwise);
  const { sessionId } = await world.startOf(document);
  const confirm = confirmSession(world.deps);
  const firstMadeAtMs = world.clock.now();
  const call = (changes: Partial<Parameters<typeof confirm>[0]> = {}) =>
    confirm({ provider: 'sandbox', providerKey: sessionId, providerEventId: 'e1', firstMadeAtMs, ...changes });
  const status = async () => (await stateOf(world.eventStore, kycSession, sessionId)).status;
  const told = () => world.alerts.map(({ what }) => what);
  return { ...world, sessionId, call, status, told };
};

const statuses = async ({ eventStore, sessionId }: Awaited<ReturnType<typeof called>>): Promise<readonly string[]> =>
  typesOf(eventStore, `kycSession-${sessionId}`);

test('asks the provider at a callback, and follows the answer', async () => {
  const { call, clock, status } = await called();
  clock.advance(5_000);
  expect([await call(), await status()]).toEqual(['done', 'APPROVED']);
});

test('changes no status at repeated and reordered callbacks', async () => {
  const world = await called();
  world.clock.advance(5_000);
  await world.call({ providerEventId: 'ends' });
  const before = await statuses(world);
  await Promise.all([world.call({ providerEventId: 'ends' }), world.call({ providerEventId: 'moves' })]);
  expect(await statuses(world)).toEqual(before);
});

test('revokes an approval that the provider withdraws, without a poll', async () => {
  const { call, clock, status, deps, sessionId } = await called();
  clock.advance(5_000);
  await call();
  const get: KycProvider['get'] = async (_context, providerSessionId) =>
    answered({ providerSessionId, state: 'EXPIRED', providerStatus: 'Kyc Expired' });
  const provider = { ...deps.kycProviders.named('sandbox', 'sandbox')!, get };
  const kycProviders = { choose: () => provider, named: () => provider };
  const confirm = confirmSession({ ...deps, kycProviders });
  await confirm({ provider: 'sandbox', providerKey: sessionId, providerEventId: 'later', firstMadeAtMs: 0 });
  expect(await status()).toBe('EXPIRED');
});

test('asks no provider about an unknown session', async () => {
  const asked: string[] = [];
  const find: KycProvider['find'] = async (_context, ref) => {
    asked.push(ref);
    return { ok: true, value: [] };
  };
  const { call, told } = await called({ find });
  expect([await call({ providerKey: 'no-such-session' }), asked, told()]).toEqual(['done', [], []]);
});

test('ignores another provider’s callback, and reports it', async () => {
  const { call, clock, status, told } = await called();
  clock.advance(5_000);
  expect([await call({ provider: 'verifier' }), await status(), told()]).toEqual([
    'done',
    'PENDING',
    ['A KYC provider sent a callback about a session of another provider'],
  ]);
});

test('asks again for a day without an answer, at growing intervals', async () => {
  const get: KycProvider['get'] = async () => {
    throw new Error('away');
  };
  const { call, clock, told } = await called({ get });
  const startMs = clock.now();
  expect(await call()).toEqual({ askAgainAtMs: startMs + 1_000 });
  clock.advance(10_000);
  expect(await call()).toEqual({ askAgainAtMs: startMs + 20_000 });
  clock.advance(3_600_000);
  expect(await call()).toEqual({ askAgainAtMs: clock.now() + 300_000 });
  clock.advance(DAY_MS);
  expect([await call(), told()]).toEqual([
    'done',
    ['A KYC provider sent a callback about a session but does not report its result'],
  ]);
});

test('asks no provider after an erasure', async () => {
  const asked: string[] = [];
  const get: KycProvider['get'] = async (_context, id) => {
    asked.push(id);
    return answered({});
  };
  const world = await called({ get });
  const state = await stateOf(world.eventStore, kycSession, world.sessionId);
  if (state.status === 'NONE') throw new Error('no session');
  const { userId } = state.facts;
  await eraseSubject({ ...world.deps, countOpen: async () => 0 })({ userId, reason: 'asked' }, asking('erase'));
  expect([await world.call(), asked]).toEqual(['done', []]);
});
