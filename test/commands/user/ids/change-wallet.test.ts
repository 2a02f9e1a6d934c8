import type { Wallet } from '../../../../aggregates/user/events';
import { user } from '../../../../aggregates/user/user';
import { stateOf } from '../../../../commands/handling/reading/read-stream';
import type { EventStore } from '../../../../commands/ports/event-store';
import type { KeyVault } from '../../../../commands/ports/key-vault';
import { changeWallet } from '../../../../commands/user/ids/change-wallet';
import { walletLookup } from '../../../../commands/user/ids/user-ids';
import { registerUser } from '../../../../commands/user/register-user';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { asking, core, happened, typesOf } from '../../../core';

const scope = { partnerId: 'p1', mode: 'sandbox' } as const;
const one: Wallet = { pubkey: '0xa1', blockchain: 'ethereum' };
const two: Wallet = { pubkey: '0xa2', blockchain: 'ethereum' };
const three: Wallet = { pubkey: '0xa3', blockchain: 'ethereum' };
const CONFLICT = { rejection: { code: 'USER_CONFLICT' } };

const world = async () => {
  const deps = core();
  const register = async (externalUserId: string, wallet: Wallet | null) =>
    (await registerUser(deps)({ ...scope, externalUserId, wallet }, asking(externalUserId))).userId;
  const change = (userId: string, wallet: Wallet, differences: object = {}, name = `${userId}${wallet.pubkey}`) =>
    changeWallet({ ...deps, ...differences })({ ...scope, userId, wallet }, asking(name));
  const walletOf = async (userId: string) => {
    const state = await stateOf(deps.eventStore, user, userId);
    return 'kyc' in state ? state.wallet : null;
  };
  const holderOf = (wallet: Wallet) => deps.vault.find(walletLookup(scope, wallet));
  return {
    deps,
    register,
    change,
    walletOf,
    holderOf,
    alice: await register('alice', one),
    bob: await register('bob', two),
  };
};

test('changes a wallet in an event with the user, the earlier wallet and the standing', async () => {
  const { deps, change, alice } = await world();
  await happened(deps.eventStore, event('KycStatusChanged', { userId: alice }));
  const { position } = await change(alice, three);
  expect(position).toEqual(await deps.eventStore.head());
  const last = (await deps.eventStore.readStream(`user-${alice}`)).at(-1);
  expect(last?.data).toEqual({ userId: alice, before: one, after: three, kycStatus: 'APPROVED', changedAt: time(0) });
  expect(last?.metadata).toMatchObject({ actor: { kind: 'partner', id: 'p1' }, subjectId: alice });
  expect(await change(alice, three, {}, 'again')).toEqual({ position: null });
});

test('refuses the wallet of another user with USER_CONFLICT until that user releases it', async () => {
  const { deps, change, walletOf, alice, bob } = await world();
  await expect(change(alice, two)).rejects.toMatchObject(CONFLICT);
  expect(await typesOf(deps.eventStore, `user-${alice}`)).toEqual(['UserRegistered']);
  await change(bob, three);
  await change(alice, two);
  expect([await walletOf(alice), await walletOf(bob)]).toEqual([two, three]);
});

test.each([
  { partnerId: 'p2' },
  { mode: 'live' as const },
])('refuses a user of another scope as unknown: %j', async (other) => {
  const { deps, alice } = await world();
  const changing = changeWallet(deps)({ ...scope, ...other, userId: alice, wallet: three }, asking());
  await expect(changing).rejects.toMatchObject({ rejection: { code: 'USER_NOT_FOUND' } });
});

describe('a crash', () => {
  const crashing = () => Promise.reject(new Error('crash'));

  test('keeps both wallets reserved between claim and event, and a repetition ends the change', async () => {
    const { deps, change, holderOf, alice, bob } = await world();
    const eventStore: EventStore = { ...deps.eventStore, append: crashing };
    await expect(change(alice, three, { eventStore })).rejects.toThrow('crash');
    for (const wallet of [one, three]) await expect(change(bob, wallet)).rejects.toMatchObject(CONFLICT);
    await change(alice, three, {}, 'again');
    expect([await holderOf(one), await holderOf(three)]).toEqual([null, alice]);
  });

  test('does not free a wallet that another user can claim between event and release', async () => {
    const { deps, change, walletOf, holderOf, alice, bob } = await world();
    const vault: KeyVault = { ...deps.vault, release: crashing };
    await expect(change(alice, three, { vault })).rejects.toThrow('crash');
    expect([await walletOf(alice), await holderOf(one)]).toEqual([three, alice]);
    await change(bob, one);
    expect([await walletOf(bob), await holderOf(one)]).toEqual([one, bob]);
  });

  test('frees the earlier wallet for a registration between event and release', async () => {
    const { deps, change, register, alice } = await world();
    const vault: KeyVault = { ...deps.vault, release: crashing };
    await expect(change(alice, three, { vault })).rejects.toThrow('crash');
    expect(await register('carol', one)).not.toBe(alice);
  });
});

test('keeps a wallet that its user claimed again before a late release', async () => {
  const { deps, change, walletOf, holderOf, alice, bob } = await world();
  const late: (() => Promise<void>)[] = [];
  const vault: KeyVault = {
    ...deps.vault,
    release: async (...asked) => void late.push(() => deps.vault.release(...asked)),
  };
  await change(alice, three, { vault });
  await change(alice, one, {}, 'back');
  for (const release of late) await release();
  expect([await walletOf(alice), await holderOf(one)]).toEqual([one, alice]);
  await expect(change(bob, one)).rejects.toMatchObject(CONFLICT);
});

test('gives a wallet to one of many simultaneous users, even while its owner releases the wallet', async () => {
  const { deps, change, register, walletOf, holderOf, alice, bob } = await world();
  const yielding: KeyVault = Object.fromEntries(
    Object.entries(deps.vault).map(([name, call]) => [
      name,
      async (...given: never[]) => {
        await new Promise(setImmediate);
        return (call as (...all: never[]) => unknown)(...given);
      },
    ]),
  ) as unknown as KeyVault;
  const carol = await register('carol', null);
  for (let round = 0; round < 10; round += 1) {
    const wanted = { pubkey: `0xf${round}`, blockchain: 'ethereum' };
    await change(alice, wanted, {}, `start${round}`);
    await Promise.allSettled([
      change(alice, three, { vault: yielding }, `away${round}`),
      change(alice, wanted, { vault: yielding }, `back${round}`),
      change(bob, wanted, { vault: yielding }, `bob${round}`),
      change(carol, wanted, { vault: yielding }, `carol${round}`),
    ]);
    const holders = [];
    for (const userId of [alice, bob, carol]) {
      const current = await walletOf(userId);
      if (current?.pubkey === wanted.pubkey) holders.push(userId);
      if (current !== null) expect(await holderOf(current)).toBe(userId);
    }
    expect(holders.length).toBeLessThanOrEqual(1);
  }
});
