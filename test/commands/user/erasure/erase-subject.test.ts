import type { KeyVault } from '../../../../commands/ports/key-vault';
import { eraseSubject } from '../../../../commands/user/erasure/erase-subject';
import { registerUser } from '../../../../commands/user/register-user';
import { asking, core, typesOf } from '../../../core';

const person = { partnerId: 'p1', mode: 'sandbox', externalUserId: 'ext-1', wallet: null } as const;

const withUser = async (openIntents = 0) => {
  const deps = { ...core(), countOpen: async () => openIntents };
  const { userId } = await registerUser(deps)(person, asking('register'));
  const [registered] = await deps.eventStore.readStream(`user-${userId}`);
  if (registered?.type !== 'UserRegistered' || registered.data.externalUserId === null) throw new Error('no user');
  return { deps, userId, sealed: registered.data.externalUserId };
};

test('writes the event before it destroys the key and the look-ups', async () => {
  const { deps, userId, sealed } = await withUser();
  const order: string[] = [];
  const vault: KeyVault = {
    ...deps.vault,
    erase: async (subjectId) => {
      order.push(...(await typesOf(deps.eventStore, `user-${userId}`)));
      await deps.vault.erase(subjectId);
    },
  };
  const erased = await eraseSubject({ ...deps, vault })({ userId, reason: 'asked' }, asking('erase'));
  expect(erased.subjectId).toBe(userId);
  expect(order).toEqual(['UserRegistered', 'UserBlocked', 'SubjectErased']);
  expect(await deps.vault.open(sealed)).toBeNull();
});

test('destroys the key at a repetition after a crash that follows the event', async () => {
  const { deps, userId, sealed } = await withUser();
  const vault: KeyVault = { ...deps.vault, erase: () => Promise.reject(new Error('crash')) };
  const input = { userId, reason: 'asked' };
  await expect(eraseSubject({ ...deps, vault })(input, asking('erase'))).rejects.toThrow('crash');
  deps.clock.advance(60_000);
  expect(await deps.vault.open(sealed)).toBe('ext-1');
  const { erasedAt } = await eraseSubject(deps)(input, asking('another'));
  expect(await deps.vault.open(sealed)).toBeNull();
  expect(await typesOf(deps.eventStore, `user-${userId}`)).toEqual(['UserRegistered', 'UserBlocked', 'SubjectErased']);
  const told = (await deps.eventStore.readStream(`user-${userId}`)).at(-1);
  expect(told?.data).toMatchObject({ erasedAt });
});

test('refuses with WRONG_STATE while an open payment needs its payee', async () => {
  const { deps, userId, sealed } = await withUser(1);
  await expect(eraseSubject(deps)({ userId, reason: 'asked' }, asking('erase'))).rejects.toMatchObject({
    rejection: { code: 'WRONG_STATE' },
  });
  expect(await deps.vault.open(sealed)).toBe('ext-1');
});
