import { eraseSubject } from '../../../../commands/user/erasure/erase-subject';
import { sealForObligation } from '../../../../commands/user/erasure/seal-for-obligation';
import { registerUser } from '../../../../commands/user/register-user';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { asking, core, happened } from '../../../core';

const scope = { partnerId: 'p1', mode: 'sandbox', wallet: null } as const;

const world = async () => {
  const deps = { ...core(), countOpen: async () => 0 };
  const { userId } = await registerUser(deps)({ ...scope, externalUserId: 'ana' }, asking('ana'));
  const erase = () => eraseSubject(deps)({ userId, reason: 'asked' }, asking('erase'));
  return { deps, userId, erase };
};

test('keeps data beyond the erasure of the user, until the destruction of its key', async () => {
  const { deps, userId, erase } = await world();
  const own = await deps.vault.seal(userId, 'Ana');
  const kept = await sealForObligation(deps, userId, 'Ana, 52998224725');
  expect(kept.subjectId).toBe(`fiscal:${userId}`);
  await erase();
  expect([await deps.vault.open(own), await deps.vault.open(kept)]).toEqual([null, 'Ana, 52998224725']);
  await deps.vault.erase(kept.subjectId);
  expect(await deps.vault.open(kept)).toBeNull();
});

test('keeps data of an erased user too', async () => {
  const { deps, userId, erase } = await world();
  await erase();
  const kept = await sealForObligation(deps, userId, 'later');
  expect([kept.subjectId, await deps.vault.open(kept)]).toEqual([`fiscal:${userId}`, 'later']);
});

test('uses the next key after the destruction of one', async () => {
  const { deps, userId } = await world();
  const { subjectId } = await sealForObligation(deps, userId, 'first');
  await happened(deps.eventStore, event('FiscalKeyDestroyed', { userId, subjectId: `fiscal:${userId}` }));
  await deps.vault.erase(subjectId);
  expect((await sealForObligation(deps, userId, 'second')).subjectId).toBe(`fiscal:${userId}:2`);
});

test('uses the first key for a user without a stream', async () => {
  expect((await sealForObligation(core(), 'nobody', 'text')).subjectId).toBe('fiscal:nobody');
});
