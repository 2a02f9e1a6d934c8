import { partner } from '../../../aggregates/partner/partner';
import { revokeRight } from '../../../commands/handling/revoke-right';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened, typesOf } from '../../core';
import { Crash, type Fault, faultyStore } from '../../doubles/faulty-store';

const RIGHT = { kind: 'API_KEY', subject: 'k1', value: null } as const;
const DENIED = { ...RIGHT, stream: 'partner-p1', revision: 2 };
const taking = { ...RIGHT, isTakenBy: ({ type }: { readonly type: string }) => type === 'ApiKeyRevoked' };

const scene = async () => {
  const deps = core();
  await happened(deps.eventStore, event('PartnerOnboarded'), event('ApiKeyIssued'));
  const revoke = (name: string, changes: Partial<typeof deps> = {}) =>
    revokeRight(
      { ...deps, ...changes },
      partner,
      {
        id: 'p1',
        context: asking(name, { isFresh: true }),
        command: { type: 'RevokeApiKey', partnerId: 'p1', keyId: 'k1', now: time(0) },
      },
      taking,
    );
  const revocations = async () =>
    (await typesOf(deps.eventStore, 'partner-p1')).filter((type) => type === 'ApiKeyRevoked').length;
  const withFaults = (faultAt: (append: number) => Fault | null) => ({
    eventStore: { ...deps.eventStore, ...faultyStore(deps.eventStore, faultAt) },
  });
  return { deps, revoke, revocations, withFaults, denied: deps.denials.all };
};

const SAYING = (text: RegExp) => ({
  message: expect.stringMatching(text) as string,
  rejection: { code: 'SERVICE_UNAVAILABLE', message: expect.stringMatching(text) as string },
});

test('denies an appended revocation before its answer', async () => {
  const { revoke, denied } = await scene();
  expect(await revoke('first')).toMatchObject({ writtenRevision: 2 });
  expect(denied()).toEqual([DENIED]);
});

test('denies no right after an append without an answer until the request is repeated', async () => {
  const { revoke, denied, withFaults, revocations } = await scene();
  await expect(
    revoke(
      'first',
      withFaults(() => 'lost before'),
    ),
  ).rejects.toMatchObject(SAYING(/may be missing/));
  expect([denied(), await revocations()]).toEqual([[], 0]);
  await revoke('second');
  expect([denied(), await revocations()]).toEqual([[DENIED], 1]);
});

test('finds an append that was written without an answer, and denies at its revision', async () => {
  const { deps, revoke, denied, withFaults } = await scene();
  const faults = withFaults((append) => (append === 0 ? 'lost after' : null));
  const append: typeof deps.eventStore.append = async (...words) => {
    const result = await faults.eventStore.append(...words);
    // Another writer extends the stream before the second read.
    await happened(deps.eventStore, event('PartnerSuspended'));
    return result;
  };
  await revoke('first', { eventStore: { ...deps.eventStore, append } });
  expect(denied()).toEqual([DENIED]);
});

test('reports an unknown outcome when the store disappears after an append without an answer', async () => {
  const { deps, revoke, denied } = await scene();
  let isAway = false;
  const eventStore = {
    ...deps.eventStore,
    append: async () => {
      isAway = true;
      return { outcome: 'unknown', cause: 'silence' } as const;
    },
    readStream: async (...words: Parameters<typeof deps.eventStore.readStream>) => {
      if (isAway) throw new Error('The event store is unreachable');
      return deps.eventStore.readStream(...words);
    },
  };
  await expect(revoke('first', { eventStore })).rejects.toMatchObject(SAYING(/may be missing/));
  expect(denied()).toEqual([]);
});

test('reports a denial that cannot be written as recorded, and writes it at the repetition', async () => {
  const { deps, revoke, denied, revocations } = await scene();
  const deny = () => Promise.reject(new Error('The database is away'));
  const refused = revoke('first', { denials: { ...deps.denials, deny } });
  await expect(refused).rejects.toMatchObject(SAYING(/is recorded but not active yet/));
  expect([denied(), await revocations()]).toEqual([[], 1]);
  expect(await revoke('second')).toMatchObject({ events: [], writtenRevision: null });
  expect([denied(), await revocations()]).toEqual([[DENIED], 1]);
});

test('writes the denial at a repetition after a crash between append and denial', async () => {
  const { deps, revoke, denied, withFaults } = await scene();
  await expect(
    revoke(
      'first',
      withFaults(() => 'crash after'),
    ),
  ).rejects.toThrow(Crash);
  expect(denied()).toEqual([]);
  await happened(deps.eventStore, event('PartnerSuspended'));
  await revoke('second');
  // Not at the end of the stream, from which the key's own row will never be written.
  expect(denied()).toEqual([DENIED]);
});
