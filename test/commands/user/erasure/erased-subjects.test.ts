import { destroyFiscalKeys } from '../../../../commands/user/erasure/destroy-fiscal-keys';
import { eraseSubject } from '../../../../commands/user/erasure/erase-subject';
import { erasedSubjects } from '../../../../commands/user/erasure/erased-subjects';
import { registerUser } from '../../../../commands/user/register-user';
import { metadata } from '../../../../packages/testing/src/contracts/event-store/watermarks';
import { asking, core } from '../../../core';

const scope = { partnerId: 'p1', mode: 'sandbox' } as const;

/** Two users of ours, the first of them erased. */
const world = async () => {
  const deps = core();
  const register = (name: string) => registerUser(deps)({ ...scope, externalUserId: name, wallet: null }, asking(name));
  const [erased, kept] = [(await register('alice')).userId, (await register('bob')).userId];
  await eraseSubject({ ...deps, countOpen: async () => 0 })({ userId: erased, reason: 'asked' }, asking('c'));
  const claims = (subjectId: unknown) => ({
    type: 'SubjectErased',
    data: { subjectId, reason: 'r', erasedAt: metadata.at },
  });
  const told = (parked: readonly string[] = []) =>
    erasedSubjects({ eventStore: deps.eventStore, parkedStreams: async () => new Set(parked) });
  return { deps, erased, kept, claims, told };
};

test('names the person of our own erasure event, in the stream of that person', async () => {
  const { erased, told } = await world();
  expect(await told()).toEqual([erased]);
});

test('ignores a foreign SubjectErased, in any stream and with any content', async () => {
  const { deps, erased, kept, claims, told } = await world();
  const { writeUnchecked } = deps.eventStore;
  writeUnchecked('othershop-1', claims(kept), { ...claims(kept), metadata });
  writeUnchecked('cashout-1', { ...claims(kept), metadata });
  writeUnchecked('user-theirs', { type: 'OrderPlaced' }, { ...claims('theirs'), metadata });
  writeUnchecked('user-without-a-beginning', { ...claims('without-a-beginning') });
  writeUnchecked(`user-${kept}`, claims(kept));
  writeUnchecked('user-odd', { type: 'SubjectErased', data: { subjectId: 7 }, metadata });
  expect(await told()).toEqual([erased]);
});

test('ignores our event in a parked or truncated stream', async () => {
  const { deps, erased, told } = await world();
  expect(await told([`user-${erased}`])).toEqual([]);
  deps.eventStore.truncate(`user-${erased}`, 1);
  expect(await told()).toEqual([]);
});

test('names destroyed fiscal keys, and does not treat them as an erasure of the user', async () => {
  const { deps, erased, kept, told } = await world();
  for (const userId of [erased, kept]) {
    await deps.vault.seal(`fiscal:${userId}`, 'x');
    if (userId === kept) await deps.vault.seal(`fiscal:${userId}`, 'y');
  }
  deps.clock.advance(11 * 366 * 86_400_000);
  const rest = { retentionYears: 10, hasOperatedSince: async () => false, onFailure: () => undefined };
  expect(await destroyFiscalKeys({ ...deps, ...rest })()).toBe(2);
  expect([...(await told())].sort()).toEqual([erased, `fiscal:${erased}`, `fiscal:${kept}`].sort());
  expect(await told([`user-${kept}`])).not.toContain(`fiscal:${kept}`);
});

test('ignores a foreign FiscalKeyDestroyed', async () => {
  const { deps, erased, kept, told } = await world();
  const claim = (userId: string, subjectId: string) => ({
    type: 'FiscalKeyDestroyed',
    data: { userId, subjectId, lastSealedAt: metadata.at, retentionYears: 10, destroyedAt: metadata.at },
  });
  deps.eventStore.writeUnchecked('cashout-1', { ...claim(kept, `fiscal:${kept}`), metadata });
  deps.eventStore.writeUnchecked(
    'user-theirs',
    { type: 'OrderPlaced' },
    { ...claim('theirs', 'fiscal:theirs'), metadata },
  );
  expect(await told()).toEqual([erased]);
});
