import { rejection } from '../../../aggregates/rejection';
import { changePartnerStanding } from '../../../commands/partner/change-partner-standing';
import { blockUser } from '../../../commands/user/block-user';
import { finishWalletLogin } from '../../../commands/wallet-login/finish-wallet-login';
import { instancePartnerId } from '../../../commands/wallet-login/instance-partner';
import { registerWallet } from '../../../commands/wallet-login/register-wallet';
import { startWalletLogin } from '../../../commands/wallet-login/start-wallet-login';
import { contactOf, provedContactKey } from '../../../commands/wallet-login/wallet-otp';
import { asking, typesOf } from '../../core';
import { WALLET, walletWorld } from './wallet-world';

type World = ReturnType<typeof walletWorld>;

const finish = (deps: World, signature: string, otpProof: string | null = null) =>
  finishWalletLogin(deps)({ ...WALLET, challengeId: null, signature, publicKey: null, otpProof }, 'request1');

const logIn = async (deps: World) => {
  const { challenge } = await startWalletLogin(deps)(WALLET);
  return finish(deps, challenge.toUpperCase());
};

const NOT_PROVED = { rejection: { code: 'NOT_PROVED', message: 'The proof of the wallet is invalid' } };

test('writes no user and no key, and finds an existing user', async () => {
  const deps = walletWorld();
  const claim = jest.spyOn(deps.vault, 'claim');
  const seal = jest.spyOn(deps.vault, 'seal');
  const partnerId = instancePartnerId(deps.instance);
  const owner = { partnerId, mode: 'live', pubkey: WALLET.address, blockchain: 'ethereum' };
  expect(await logIn(deps)).toMatchObject({ ...owner, userId: null });
  const head = await deps.eventStore.head();
  expect(await typesOf(deps.eventStore, `partner-${partnerId}`)).toEqual(['PartnerOnboarded']);
  for (let count = 0; count < 5; count += 1) expect(await logIn(deps)).toMatchObject({ ...owner, userId: null });
  expect([await deps.eventStore.head(), claim.mock.calls, seal.mock.calls]).toEqual([head, [], []]);
  const { userId } = await registerWallet(deps)({ pubkey: WALLET.address, blockchain: 'ethereum' }, 'request2');
  expect(await logIn(deps)).toMatchObject({ ...owner, userId });
});

test('accepts a challenge once, from the first caller', async () => {
  const deps = walletWorld();
  const { challenge } = await startWalletLogin(deps)(WALLET);
  const attempts = await Promise.allSettled([1, 2, 3].map(() => finish(deps, challenge.toUpperCase())));
  expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  await expect(finish(deps, challenge.toUpperCase())).rejects.toMatchObject(NOT_PROVED);
});

test.each([
  ['by the signature alone', false],
  ['by a contact, too', true],
])('lets a user repeat the same proof after a busy answer: %s', async (_, isOtpRequired) => {
  const deps = { ...walletWorld(), isOtpRequired };
  const { challenge } = await startWalletLogin(deps)(WALLET);
  await deps.expiring.put(provedContactKey(WALLET, 'proof'), contactOf('ana@example.com'), 60);
  const again = () => finish(deps, challenge.toUpperCase(), 'proof');
  const away = rejection('SERVICE_UNAVAILABLE', 'The ledger is busy');
  const append = jest.spyOn(deps.eventStore, 'append').mockRejectedValue(away);
  await expect(again()).rejects.toMatchObject({ rejection: { code: 'SERVICE_UNAVAILABLE' } });
  append.mockRestore();
  expect(await again()).toMatchObject({ userId: isOtpRequired ? expect.any(String) : null });
  await expect(again()).rejects.toMatchObject(NOT_PROVED);
});

test('rejects a challenge after five wrong signatures, and accepts the next one', async () => {
  const deps = walletWorld();
  const { challenge } = await startWalletLogin(deps)(WALLET);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expect(finish(deps, 'wrong')).rejects.toMatchObject(NOT_PROVED);
  }
  await expect(finish(deps, challenge.toUpperCase())).rejects.toMatchObject(NOT_PROVED);
  expect(await logIn(deps)).toMatchObject({ pubkey: WALLET.address });
});

test('registers no user by a wrong signature', async () => {
  const deps = walletWorld();
  await startWalletLogin(deps)(WALLET);
  const before = await deps.eventStore.head();
  await expect(finish(deps, 'wrong')).rejects.toMatchObject(NOT_PROVED);
  expect(await deps.eventStore.head()).toEqual(before);
});

test('refuses a blocked user or a suspended instance only after the right signature', async () => {
  const deps = walletWorld();
  const { partnerId } = await logIn(deps);
  const { userId } = await registerWallet(deps)({ pubkey: WALLET.address, blockchain: 'ethereum' }, 'request2');
  await blockUser(deps)({ userId, change: 'BlockUser', reason: 'test' }, asking('block'));
  await expect(logIn(deps)).rejects.toMatchObject({ rejection: { code: 'USER_BLOCKED' } });
  await changePartnerStanding(deps)({ partnerId, change: 'SuspendPartner', reason: 'test' }, asking('suspend'));
  await expect(logIn(deps)).rejects.toMatchObject({ rejection: { code: 'PARTNER_INACTIVE' } });
  await startWalletLogin(deps)(WALLET);
  await expect(finish(deps, 'wrong')).rejects.toMatchObject(NOT_PROVED);
});
