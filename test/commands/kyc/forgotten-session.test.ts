import { explainSession } from '../../../commands/kyc/explain-session';
import { pollSession } from '../../../commands/kyc/poll-session';
import type { KycProvider } from '../../../commands/ports/providers/kyc-provider';
import { failure } from '../../../infra/providers/failures';
import { answered, kycWorld, SCOPE } from './kyc-world';

const GRACE_MS = 600_000;
const lost = { providerSessionId: 'live_1', webViewUrl: 'https://kyc.example/1' };

/** A live provider that started a session, and knows it no more. */
const forgetful = async (otherwise: Partial<KycProvider> = {}) => {
  const provider: Partial<KycProvider> = {
    mode: 'live',
    start: async () => answered({ ...lost, state: 'CREATED' }),
    get: async () => failure('sandbox', 'NOT_FOUND', 'OTHER', 'no such session'),
    find: async () => ({ ok: true, value: [] }),
  };
  const world = kycWorld({ ...provider, ...otherwise }, 'live');
  const { sessionId } = await world.startOf('40442820135');
  const polled = () => pollSession(world.deps)({ sessionId, sinceMs: world.clock.now() });
  return { ...world, sessionId, polled };
};

test('expires a session that the provider lost after ten minutes, and alerts an operator once', async () => {
  const { clock, polled, alerts, startOf, deps, sessionId } = await forgetful();
  clock.advance(GRACE_MS - 1);
  expect([await polled(), alerts]).toEqual([{ askAgainAtMs: clock.now() + 10_000 }, []]);
  clock.advance(1);
  expect(await polled()).toBe('done');
  await polled();
  expect(alerts.map(({ what }) => what)).toEqual(['A KYC provider has lost an open session']);
  expect(await explainSession(deps)(sessionId)).toMatchObject({
    ...{ status: 'EXPIRED', movesWhen: ['no further step: the person starts another session'] },
  });
  const { state } = await startOf('40442820135', 'ana', 'again');
  expect(state).toMatchObject({ status: 'PENDING', facts: { number: 2 } });
});

test.each<[string, Partial<KycProvider>]>([
  [
    'its reference finds it',
    { find: async () => ({ ok: true, value: [{ ...lost, state: 'CREATED', providerStatus: 'New' }] }) },
  ],
  ['the provider does not answer the search', { find: async () => failure('sandbox', 'UNAVAILABLE', 'OTHER', 'away') }],
])('keeps the session open while %s', async (_name, otherwise) => {
  const { clock, polled, alerts } = await forgetful(otherwise);
  clock.advance(GRACE_MS);
  expect([await polled(), alerts]).toEqual([{ askAgainAtMs: clock.now() + 10_000 }, []]);
});

test('keeps an approval after the provider has lost the session', async () => {
  const verified = { document: '40442820135', birthDate: '1990-02-28' };
  const { clock, polled, sessionId, eventStore } = await forgetful({
    start: async () => answered({ ...lost, state: 'APPROVED', verified }),
  });
  clock.advance(GRACE_MS);
  await polled();
  expect((await eventStore.readStream(`kycSession-${sessionId}`)).at(-1)).toMatchObject({
    data: { status: 'APPROVED' },
  });
});

test('lets the person start again at once after a reset of the sandbox, without an alert', async () => {
  const world = kycWorld();
  const { sessionId } = await world.startOf('40442820135');
  await world.desk.controls.reset(SCOPE.partnerId);
  expect(await pollSession(world.deps)({ sessionId, sinceMs: 0 })).toBe('done');
  const { state } = await world.startOf('40442820135', 'ana', 'again');
  expect([state.status, world.alerts]).toEqual(['PENDING', []]);
});
