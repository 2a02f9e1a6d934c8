import { changeExternalId } from '../../../../commands/user/ids/change-external-id';
import { externalIdLookup } from '../../../../commands/user/ids/user-ids';
import { registerUser } from '../../../../commands/user/register-user';
import { asking, core, typesOf } from '../../../core';

const scope = { partnerId: 'p1', mode: 'sandbox' } as const;

const world = async () => {
  const deps = core();
  const register = async (externalUserId: string | null, pubkey: string) => {
    const wallet = { pubkey, blockchain: 'ethereum' };
    return (await registerUser(deps)({ ...scope, externalUserId, wallet }, asking(pubkey))).userId;
  };
  const change = (userId: string, externalUserId: string) =>
    changeExternalId(deps)({ ...scope, userId, externalUserId }, asking(`${userId}${externalUserId}`));
  return { deps, register, change, alice: await register('alice', '0xa1'), bob: await register('bob', '0xa2') };
};

test('changes an external id, sealed before and after, and frees the old one', async () => {
  const { deps, change, register, alice } = await world();
  await change(alice, 'alice-2');
  const last = (await deps.eventStore.readStream(`user-${alice}`)).at(-1);
  if (last?.type !== 'ExternalIdChanged') throw new Error('not changed');
  expect(JSON.stringify(last.data)).not.toContain('alice');
  expect(await deps.vault.open(last.data.before!)).toBe('alice');
  expect(await deps.vault.open(last.data.after)).toBe('alice-2');
  expect(await register('alice', '0xa3')).not.toBe(alice);
});

test('sets a first external id, and writes no event for the same one', async () => {
  const { deps, change, register } = await world();
  const carol = await register(null, '0xa3');
  await change(carol, 'carol');
  const again = changeExternalId(deps)({ ...scope, userId: carol, externalUserId: 'carol' }, asking('again'));
  expect(await again).toEqual({ position: null });
  expect(await typesOf(deps.eventStore, `user-${carol}`)).toEqual(['UserRegistered', 'ExternalIdChanged']);
});

test('refuses the external id of another user with USER_CONFLICT', async () => {
  const { deps, change, alice, bob } = await world();
  await expect(change(alice, 'bob')).rejects.toMatchObject({ rejection: { code: 'USER_CONFLICT' } });
  expect(await deps.vault.find(externalIdLookup(scope, 'bob'))).toBe(bob);
});

test('refuses the id of any user as an external id', async () => {
  const { change, alice, bob } = await world();
  for (const userId of [alice, bob]) {
    await expect(change(alice, userId)).rejects.toMatchObject({
      rejection: { code: 'VALIDATION_ERROR', fieldErrors: { externalUserId: expect.any(String) } },
    });
  }
});
