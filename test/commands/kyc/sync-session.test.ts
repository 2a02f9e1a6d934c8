import { syncSession } from '../../../commands/kyc/sync-session';
import type { KycProvider } from '../../../commands/ports/providers/kyc-provider';
import { failure } from '../../../infra/providers/failures';
import { asking, eventsOf } from '../../core';
import { answered, kycWorld } from './kyc-world';

const syncedAfter = async (document: string, afterMs = 6_000, otherwise: Partial<KycProvider> = {}) => {
  const world = kycWorld(otherwise);
  const { sessionId } = await world.startOf(document);
  world.clock.advance(afterMs);
  const { state } = await syncSession(world.deps)({ sessionId }, asking('sync'));
  if (state.status === 'NONE') throw new Error('no session');
  return { world, sessionId, status: state.status, reason: state.rejectionReason, opened: state.opened };
};

test.each([
  ['40442820135', 'APPROVED', null],
  ['63017285995', 'REJECTED', 'REGISTRY'],
  ['01648527949', 'REJECTED', 'FACE_MISMATCH'],
  ['91708635203', 'IN_PROGRESS', null],
  ['11144477735', 'IN_REVIEW', 'DATA_MISMATCH'],
  ['98302514705', 'IN_REVIEW', 'SANCTIONS'],
  ['47893062592', 'IN_REVIEW', 'PEP'],
])('moves the test document %s to %s (%s)', async (document, status, reason) => {
  const synced = await syncedAfter(document);
  const expected = document === '91708635203' ? 'IN_REVIEW' : status;
  expect([synced.status, synced.reason]).toEqual([expected, reason]);
});

test('holds an approval for review when it verified another document or none', async () => {
  const approved = (verified?: object) => async (_: unknown, providerSessionId: string) =>
    answered({ providerSessionId, state: 'APPROVED', ...(verified === undefined ? {} : { verified }) });
  const other = await syncedAfter('40442820135', 0, { get: approved({ document: '1', birthDate: '1990-02-28' }) });
  expect(other.reason).toBe('DATA_MISMATCH');
  expect((await syncedAfter('40442820135', 0, { get: approved() })).status).toBe('IN_REVIEW');
  const same = { document: '404.428.201-35', birthDate: '1990-02-28' };
  expect((await syncedAfter('40442820135', 0, { get: approved(same) })).status).toBe('APPROVED');
});

test('prefers a match on a sanctions list over the data of the person', async () => {
  const get = async (_: unknown, providerSessionId: string) =>
    answered({ providerSessionId, state: 'APPROVED', screening: { sanctionsHit: true, pepHit: false } });
  expect((await syncedAfter('40442820135', 0, { get })).reason).toBe('SANCTIONS');
});

test('moves no session and alerts when the answer has a form that no document names', async () => {
  const get = async () => failure('sandbox', 'UNAVAILABLE', 'PROTOCOL', 'an unknown status');
  const { deps, startOf, alerts } = kycWorld({ get });
  const { sessionId } = await startOf('40442820135');
  await expect(syncSession(deps)({ sessionId }, asking('sync'))).rejects.toMatchObject({
    rejection: { code: 'PROVIDER_FAILURE' },
  });
  const facts = { sessionId, provider: 'sandbox', detail: 'an unknown status' };
  expect(alerts).toEqual([{ what: 'A KYC provider gave an impossible answer', facts }]);
});

describe('the alert of a sanctions hit', () => {
  const told = (sessionId: string) => ({
    what: 'A KYC provider found a person on a sanctions list',
    facts: { sessionId, provider: 'sandbox' },
  });
  const repeated = ({ world, sessionId }: Awaited<ReturnType<typeof syncedAfter>>) =>
    syncSession(world.deps)({ sessionId }, asking('once more'));

  test('is raised once for the test document, and not again for the same answer', async () => {
    const synced = await syncedAfter('98302514705');
    expect(synced.world.alerts).toEqual([told(synced.sessionId)]);
    await repeated(synced);
    expect(synced.world.alerts).toHaveLength(1);
  });

  test('comes when the hit revokes an approval', async () => {
    let sanctionsHit = false;
    const verified = { document: '40442820135', birthDate: '1990-02-28' };
    const get = async (_: unknown, providerSessionId: string) =>
      answered({ providerSessionId, state: 'APPROVED', verified, screening: { sanctionsHit, pepHit: false } });
    const synced = await syncedAfter('40442820135', 0, { get });
    expect([synced.status, synced.world.alerts]).toEqual(['APPROVED', []]);
    sanctionsHit = true;
    await repeated(synced);
    expect(synced.world.alerts).toEqual([told(synced.sessionId)]);
  });

  test('comes when the provider itself refused', async () => {
    const rejection = { code: 'SANCTIONS', retryAllowed: false } as const;
    const get = async (_: unknown, providerSessionId: string) =>
      answered({ providerSessionId, state: 'REJECTED', rejection });
    const synced = await syncedAfter('40442820135', 0, { get });
    expect(synced.world.alerts).toEqual([told(synced.sessionId)]);
  });

  test('is not raised for any other objection', async () => {
    for (const document of ['11144477735', '47893062592', '63017285995'])
      expect((await syncedAfter(document)).world.alerts).toEqual([]);
  });
});

test('finds an unknown start by its reference', async () => {
  const { status, opened } = await syncedAfter('52998224725');
  expect([status, opened?.providerSessionId.startsWith('sbx_kyc_')]).toEqual(['APPROVED', true]);
});

test('ends a start after ten minutes when it is never found', async () => {
  const lost: Partial<KycProvider> = {
    start: async () => failure('sandbox', 'UNKNOWN', 'TIMEOUT', 'no answer'),
    find: async () => ({ ok: true, value: [] }),
  };
  expect((await syncedAfter('40442820135', 599_999, lost)).status).toBe('PENDING');
  expect(await syncedAfter('40442820135', 600_000, lost)).toMatchObject({ status: 'EXPIRED', reason: 'START_FAILED' });
});

test.each<[string, Partial<KycProvider>]>([
  ['no answer', { get: async () => failure('sandbox', 'UNAVAILABLE', 'TIMEOUT', 'away') }],
  ['an answer about another session', { get: async () => answered({ providerSessionId: 'sbx_kyc_other' }) }],
])('answers %s with PROVIDER_FAILURE, and changes no session', async (_name, otherwise) => {
  await expect(syncedAfter('40442820135', 6_000, otherwise)).rejects.toMatchObject({
    rejection: { code: 'PROVIDER_FAILURE' },
  });
});

test.each([
  ['40442820135', 'APPROVED'],
  ['63017285995', 'REJECTED'],
])('keeps the ended session of %s %s when its provider no longer has the session', async (document, status) => {
  const { world, sessionId } = await syncedAfter(document);
  const gone: Partial<KycProvider> = {
    get: async () => failure('sandbox', 'NOT_FOUND', 'OTHER', 'no such session'),
    find: async () => ({ ok: true, value: [] }),
  };
  const kycProviders = {
    choose: () => null,
    named: () => ({ ...world.deps.kycProviders.named('sandbox', 'sandbox')!, ...gone }),
  };
  const { state } = await syncSession({ ...world.deps, kycProviders })({ sessionId }, asking('again'));
  expect(state.status).toBe(status);
});

test.each([
  ['In Review', 'In Review'],
  ['KYC_EXPIRED-later', 'KYC_EXPIRED-later'],
  ['Declined: Ana Souza, 404.428.201-35', 'OTHER'],
  ['x'.repeat(33), 'OTHER'],
  ['x'.repeat(32), 'x'.repeat(32)],
  ['ana@example.com', 'OTHER'],
  ['In\nReview', 'OTHER'],
  ['', 'OTHER'],
])('records the provider’s status %j as %j', async (providerStatus, said) => {
  const get = async (_: unknown, providerSessionId: string) =>
    answered({ providerSessionId, state: 'IN_REVIEW', providerStatus });
  const { world, sessionId } = await syncedAfter('40442820135', 0, { get });
  const last = (await eventsOf(world.deps.eventStore, `kycSession-${sessionId}`)).at(-1);
  expect(last).toMatchObject({ type: 'KycSessionStatusChanged', data: { status: 'IN_REVIEW', providerStatus: said } });
});
