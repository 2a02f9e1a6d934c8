import { changePartnerStanding } from '../../../commands/partner/change-partner-standing';
import { blockUser } from '../../../commands/user/block-user';
import { instancePartnerId } from '../../../commands/wallet-login/instance-partner';
import { registerWallet, visitorIdOf } from '../../../commands/wallet-login/register-wallet';
import { asking, typesOf } from '../../core';
import { walletWorld } from './wallet-world';

const wallet = { pubkey: '0xaa', blockchain: 'ethereum' };

test('makes one user for simultaneous first quotes of one address', async () => {
  const deps = walletWorld();
  const partnerId = instancePartnerId(deps.instance);
  const registered = await Promise.all(['r1', 'r2', 'r3'].map((id) => registerWallet(deps)(wallet, id)));
  const [first] = registered;
  expect(new Set(registered.map(({ userId }) => userId)).size).toBe(1);
  deps.clock.advance(1_000);
  expect(await registerWallet(deps)(wallet, 'r4')).toMatchObject({ userId: first?.userId });
  expect(await typesOf(deps.eventStore, `user-${first?.userId}`)).toEqual(['UserRegistered']);
  const [event] = await deps.eventStore.readStream(`user-${first?.userId}`);
  expect(event?.metadata).toMatchObject({ actor: { kind: 'system', id: 'w1' }, partnerId });
  expect(event?.data).toMatchObject({ wallet, partnerId, mode: 'live' });
});

test('makes two users for one address on two networks', async () => {
  const deps = walletWorld();
  const { userId } = await registerWallet(deps)(wallet, 'r1');
  expect((await registerWallet(deps)({ ...wallet, blockchain: 'polygon' }, 'r2')).userId).not.toBe(userId);
});

test('registers no wallet for a blocked user, or on a closed instance', async () => {
  const deps = walletWorld();
  const { userId } = await registerWallet(deps)(wallet, 'r1');
  await blockUser(deps)({ userId, change: 'BlockUser', reason: 'test' }, asking('block'));
  await expect(registerWallet(deps)(wallet, 'r2')).rejects.toMatchObject({ rejection: { code: 'USER_BLOCKED' } });
  const partnerId = instancePartnerId(deps.instance);
  await changePartnerStanding(deps)({ partnerId, change: 'SuspendPartner', reason: 'test' }, asking('suspend'));
  const head = await deps.eventStore.head();
  const another = registerWallet(deps)({ ...wallet, pubkey: '0xbb' }, 'r3');
  await expect(another).rejects.toMatchObject({ rejection: { code: 'PARTNER_INACTIVE' } });
  expect(await deps.eventStore.head()).toEqual(head);
});

test('derives the id of a visitor from its partner, mode, network and address', () => {
  const owner = { partnerId: 'p1', mode: 'live' } as const;
  const ids = [
    visitorIdOf(owner, wallet),
    visitorIdOf({ ...owner, partnerId: 'p2' }, wallet),
    visitorIdOf({ ...owner, mode: 'sandbox' }, wallet),
    visitorIdOf(owner, { ...wallet, blockchain: 'polygon' }),
    visitorIdOf(owner, { ...wallet, pubkey: '0xbb' }),
  ];
  expect(new Set(ids).size).toBe(5);
  expect(visitorIdOf(owner, { ...wallet })).toBe(ids[0]);
});
