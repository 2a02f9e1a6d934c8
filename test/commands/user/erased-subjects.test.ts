import { eraseSubject } from '../../../commands/user/erase-subject';
import { erasedSubjects } from '../../../commands/user/erased-subjects';
import { registerUser } from '../../../commands/user/register-user';
import { asking, core } from '../../core';
import { metadata } from '../../infra/event-store/contract/watermarks';

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

test('E8: names whom an event of ours erased, in the stream of that person', async () => {
  const { erased, told } = await world();
  expect(await told()).toEqual([erased]);
});

test('E8: a foreign SubjectErased destroys nobody’s key, wherever it stands and whatever it says of itself', async () => {
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

test('E8: nor does one of ours in a stream that is parked, or that somebody truncated', async () => {
  const { deps, erased, told } = await world();
  expect(await told([`user-${erased}`])).toEqual([]);
  deps.eventStore.truncate(`user-${erased}`, 1);
  expect(await told()).toEqual([]);
});

test('a store that is away says nothing about anybody', async () => {
  const { deps } = await world();
  const eventStore = { ...deps.eventStore, readStream: () => Promise.reject(new Error('away')) };
  await expect(erasedSubjects({ eventStore, parkedStreams: async () => new Set() })).rejects.toThrow('away');
});
