import type { Lookup } from '../../../../commands/ports/key-vault';
import { eraseSubject } from '../../../../commands/user/erasure/erase-subject';
import { changeExternalId } from '../../../../commands/user/ids/change-external-id';
import { changeWallet } from '../../../../commands/user/ids/change-wallet';
import { lookupsOfUsers } from '../../../../commands/user/ids/lookups-of-users';
import { externalIdLookup, walletLookup } from '../../../../commands/user/ids/user-ids';
import { registerUser } from '../../../../commands/user/register-user';
import { metadata } from '../../../../packages/testing/src/contracts/event-store/watermarks';
import { asking, core } from '../../../core';

const scope = { partnerId: 'p1', mode: 'sandbox' } as const;
const [one, two] = ['0xa1', '0xa2'].map((pubkey) => ({ pubkey, blockchain: 'ethereum' })) as [
  { readonly pubkey: string; readonly blockchain: string },
  { readonly pubkey: string; readonly blockchain: string },
];

const allOf = async (deps: ReturnType<typeof core>): Promise<readonly Lookup[]> => {
  const found: Lookup[] = [];
  for await (const lookup of lookupsOfUsers(deps)) found.push(lookup);
  return found;
};

test('names every id and wallet in events of registration, link or change, with its scope', async () => {
  const deps = core();
  const register = registerUser(deps);
  const { userId } = await register({ ...scope, externalUserId: 'alice', wallet: null }, asking('a'));
  await register({ ...scope, externalUserId: 'alice', wallet: one }, asking('b'));
  await changeWallet(deps)({ ...scope, userId, wallet: two }, asking('c'));
  await changeExternalId(deps)({ ...scope, userId, externalUserId: 'maria' }, asking('d'));
  const live = { partnerId: 'p2', mode: 'live' } as const;
  await register({ ...live, externalUserId: null, wallet: one }, asking('e'));
  expect(await allOf(deps)).toEqual([
    externalIdLookup(scope, 'alice'),
    walletLookup(scope, one),
    walletLookup(scope, two),
    externalIdLookup(scope, 'maria'),
    walletLookup(live, one),
  ]);
});

test('names neither external id nor later changes of an erased user', async () => {
  const deps = core();
  const { userId } = await registerUser(deps)({ ...scope, externalUserId: 'alice', wallet: null }, asking('a'));
  await changeWallet(deps)({ ...scope, userId, wallet: two }, asking('b'));
  await eraseSubject({ ...deps, countOpen: async () => 0 })({ userId, reason: 'asked' }, asking('c'));
  expect(await allOf(deps)).toEqual([]);
});

test('names no id of foreign or altered events', async () => {
  const deps = core();
  const { userId } = await registerUser(deps)({ ...scope, externalUserId: 'alice', wallet: null }, asking('a'));
  await changeWallet(deps)({ ...scope, userId, wallet: two }, asking('b'));
  const registered = { userId: 'theirs', ...scope, wallet: one, externalUserId: null };
  deps.eventStore.writeUnchecked('othershop-1', { type: 'UserRegistered', data: registered, metadata });
  expect(await allOf(deps)).toEqual([externalIdLookup(scope, 'alice'), walletLookup(scope, two)]);
  deps.eventStore.writeUnchecked(`user-${userId}`, { type: 'OrderPlaced' });
  expect(await allOf(deps)).toEqual([externalIdLookup(scope, 'alice')]);
});
