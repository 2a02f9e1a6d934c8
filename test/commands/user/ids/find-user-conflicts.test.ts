import type { Lookup } from '../../../../commands/ports/key-vault';
import { changeWallet } from '../../../../commands/user/ids/change-wallet';
import { findUserConflicts } from '../../../../commands/user/ids/find-user-conflicts';
import { externalIdLookup, walletLookup } from '../../../../commands/user/ids/user-ids';
import { registerUser } from '../../../../commands/user/register-user';
import { createCipher } from '../../../../infra/vault/keys/cipher';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { asking, core, happened } from '../../../core';

const scope = { partnerId: 'p1', mode: 'sandbox' } as const;
const WALLET = { pubkey: '0xbb', blockchain: 'ethereum' };
const cipher = createCipher(Buffer.alloc(32, 7));
const digestOf = (lookup: Lookup): string => cipher.digest(lookup).toString('hex');

/** A ledger that records the holder of every claim. */
const world = async () => {
  const base = core();
  const claimed = new Map<string, Lookup[]>();
  const claim: typeof base.vault.claim = async (lookup, subjectId, revision) => {
    const owner = await base.vault.claim(lookup, subjectId, revision);
    claimed.set(owner, [...(claimed.get(owner) ?? []), lookup]);
    return owner;
  };
  const deps = { ...base, vault: { ...base.vault, claim } };
  const digestsOf = async (lookup: Lookup): Promise<[string]> => [digestOf(lookup)];
  const conflicts = (userId: string) =>
    findUserConflicts({ ...deps, digestsOf })(userId, [...new Set((claimed.get(userId) ?? []).map(digestOf))]);
  const register = async (externalUserId: string | null, wallet: typeof WALLET | null = null) =>
    (await registerUser(deps)({ ...scope, externalUserId, wallet }, asking(`register ${externalUserId}`))).userId;
  return { deps, conflicts, register };
};

test('finds no conflict in users of this version, also after changes', async () => {
  const { deps, conflicts, register } = await world();
  const alice = await register('alice', WALLET);
  expect(await conflicts(alice)).toEqual([]);
  const wallet = { pubkey: '0xb2', blockchain: 'ethereum' };
  await changeWallet(deps)({ ...scope, userId: alice, wallet }, asking('change'));
  expect(await conflicts(alice)).toEqual([]);
});

test('finds an alias that exists only in the look-ups', async () => {
  const { deps, conflicts, register } = await world();
  const alice = await register('alice', WALLET);
  await deps.vault.claim(externalIdLookup(scope, 'bob'), alice);
  const digest = digestOf(externalIdLookup(scope, 'bob'));
  expect(await conflicts(alice)).toEqual([
    { ...scope, userId: alice, problem: 'ALIAS', kind: null, foundUserId: alice, digest },
  ]);
});

test('finds an id of the stream whose look-up has another user', async () => {
  const { deps, conflicts, register } = await world();
  const alice = await register('alice');
  const bob = await register('bob');
  await deps.vault.claim(walletLookup(scope, WALLET), alice);
  await happened(deps.eventStore, event('WalletLinked', { userId: bob, wallet: WALLET }));
  const digest = digestOf(walletLookup(scope, WALLET));
  expect(await conflicts(bob)).toEqual([
    { ...scope, userId: bob, problem: 'NAMES_ANOTHER', kind: 'WALLET', foundUserId: alice, digest },
  ]);
  expect((await conflicts(alice)).map(({ problem }) => problem)).toEqual(['ALIAS']);
});

test('finds an id of the stream without a look-up', async () => {
  const { deps, conflicts, register } = await world();
  const alice = await register('alice');
  await happened(deps.eventStore, event('WalletLinked', { userId: alice, wallet: WALLET }));
  expect(await conflicts(alice)).toMatchObject([{ problem: 'NOT_FOUND', kind: 'WALLET', foundUserId: null }]);
});

test('allows a contact that is bound to the wallet, but no other extra look-up', async () => {
  const { deps, conflicts, register } = await world();
  const alice = await register('alice', WALLET);
  const contact = (value: string): Lookup => ({ ...scope, kind: 'LOGIN_CONTACT', value });
  await deps.vault.claim(contact('ethereum:0xbb'), alice);
  await deps.vault.claim(contact('ethereum:0xbb:hash of an address'), alice);
  expect(await conflicts(alice)).toEqual([]);
  await deps.vault.claim(externalIdLookup(scope, 'bob'), alice);
  expect((await conflicts(alice)).map(({ problem }) => problem)).toEqual(['ALIAS', 'ALIAS']);
});
