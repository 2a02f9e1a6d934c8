import { changePartnerStanding } from '../../../commands/partner/change-partner-standing';
import { blockUser } from '../../../commands/user/block-user';
import { finishWalletLogin } from '../../../commands/wallet-login/finish-wallet-login';
import { instancePartnerId } from '../../../commands/wallet-login/instance-partner';
import { startWalletLogin } from '../../../commands/wallet-login/start-wallet-login';
import { asking, typesOf } from '../../core';
import { WALLET, walletWorld } from './wallet-world';

type World = ReturnType<typeof walletWorld>;

const finish = (deps: World, signature: string) =>
  finishWalletLogin(deps)({ ...WALLET, challengeId: null, signature, publicKey: null, otpProof: null }, 'request1');

const logIn = async (deps: World) => {
  const { challenge } = await startWalletLogin(deps)(WALLET);
  return finish(deps, challenge.toUpperCase());
};

const NOT_PROVED = { rejection: { code: 'NOT_PROVED', message: 'This does not prove the wallet' } };

test('the first login registers the user under the instance, the next ones find it', async () => {
  const deps = walletWorld();
  const first = await logIn(deps);
  deps.clock.advance(1_000);
  const second = await logIn(deps);
  const partnerId = instancePartnerId(deps.instance);
  expect(first).toMatchObject({ partnerId, mode: 'live', pubkey: WALLET.address });
  expect(second).toEqual(first);
  expect(await typesOf(deps.eventStore, `user-${first.userId}`)).toEqual(['UserRegistered']);
  const [registered] = await deps.eventStore.readStream(`user-${first.userId}`);
  expect(registered?.metadata).toMatchObject({ actor: { kind: 'system', id: 'w1' }, partnerId, requestId: 'request1' });
});

test('a challenge is taken once, by whoever comes first', async () => {
  const deps = walletWorld();
  const { challenge } = await startWalletLogin(deps)(WALLET);
  const attempts = await Promise.allSettled([1, 2, 3].map(() => finish(deps, challenge.toUpperCase())));
  expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  await expect(finish(deps, challenge.toUpperCase())).rejects.toMatchObject(NOT_PROVED);
});

test('five wrong signatures kill a challenge, not the next one', async () => {
  const deps = walletWorld();
  const { challenge } = await startWalletLogin(deps)(WALLET);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expect(finish(deps, 'wrong')).rejects.toMatchObject(NOT_PROVED);
  }
  await expect(finish(deps, challenge.toUpperCase())).rejects.toMatchObject(NOT_PROVED);
  expect(await logIn(deps)).toMatchObject({ pubkey: WALLET.address });
});

test('at the fifth minute it is over', async () => {
  const deps = walletWorld();
  const { challenge } = await startWalletLogin(deps)(WALLET);
  deps.clock.advance(300_000);
  await expect(finish(deps, challenge.toUpperCase())).rejects.toMatchObject(NOT_PROVED);
});

test('nobody is registered by a wrong signature', async () => {
  const deps = walletWorld();
  await startWalletLogin(deps)(WALLET);
  const before = await deps.eventStore.head();
  await expect(finish(deps, 'wrong')).rejects.toMatchObject(NOT_PROVED);
  expect(await deps.eventStore.head()).toEqual(before);
});

test('a blocked user, and an instance whose partner is suspended, are told so once the signature is right', async () => {
  const deps = walletWorld();
  const { userId, partnerId } = await logIn(deps);
  await blockUser(deps)({ userId, change: 'BlockUser', reason: 'test' }, asking('block'));
  await expect(logIn(deps)).rejects.toMatchObject({ rejection: { code: 'USER_BLOCKED' } });
  await changePartnerStanding(deps)({ partnerId, change: 'SuspendPartner', reason: 'test' }, asking('suspend'));
  await expect(logIn(deps)).rejects.toMatchObject({ rejection: { code: 'PARTNER_INACTIVE' } });
  await startWalletLogin(deps)(WALLET);
  await expect(finish(deps, 'wrong')).rejects.toMatchObject(NOT_PROVED);
});
