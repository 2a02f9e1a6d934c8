import { type ChallengeSignature, signedChallenge } from '../../../commands/wallet-login/signed-challenge';
import { startWalletLogin } from '../../../commands/wallet-login/start-wallet-login';
import type { VerifyWallet } from '../../../commands/wallet-login/wallet-login';
import { WALLET, walletWorld } from './wallet-world';

const OWNER = WALLET.caller;
const STRANGER = '2001:db8::/64';

type World = ReturnType<typeof walletWorld>;

const ask = (deps: World, caller = OWNER) => startWalletLogin(deps)({ ...WALLET, caller });

const bring = async (deps: World, given: Partial<ChallengeSignature>) =>
  (await signedChallenge(deps, { ...WALLET, challengeId: null, signature: '?', publicKey: null, ...given }))?.text ??
  null;

const signatureOf = ({ challenge }: { readonly challenge: string }) => challenge.toUpperCase();

test('keeps the owner’s challenge while strangers request and guess, by name or without', async () => {
  const deps = walletWorld();
  const own = await ask(deps);
  for (let count = 0; count < 20; count += 1) await ask(deps, `198.51.100.${count}`);
  for (let count = 0; count < 20; count += 1) {
    await bring(deps, { caller: STRANGER });
    await bring(deps, { caller: STRANGER, challengeId: own.challengeId });
  }
  expect(await bring(deps, { signature: signatureOf(own) })).toBe(own.challenge);
  expect(await bring(deps, { signature: signatureOf(own), challengeId: own.challengeId })).toBe(own.challenge);
});

test('tries only the named challenge, from any network', async () => {
  const deps = walletWorld();
  const [older, newer] = [await ask(deps), await ask(deps)];
  const named = { challengeId: older.challengeId };
  expect(await bring(deps, { ...named, signature: signatureOf(newer) })).toBeNull();
  expect(await bring(deps, { ...named, signature: signatureOf(older), caller: STRANGER })).toBe(older.challenge);
  expect(await bring(deps, { challengeId: '0'.repeat(32), signature: signatureOf(newer) })).toBeNull();
});

test('refuses the id of a challenge for another account', async () => {
  const deps = walletWorld();
  const own = await ask(deps);
  const stolen = { challengeId: own.challengeId, signature: signatureOf(own) };
  expect(await bring(deps, { ...stolen, address: '0xbb' })).toBeNull();
  const network = { ...WALLET.network, name: 'polygon' };
  expect(await bring(deps, { ...stolen, network })).toBeNull();
});

test('tries the newest five challenges of the own network when none is named', async () => {
  const deps = walletWorld();
  const asked = [];
  for (let count = 0; count < 6; count += 1) asked.push(await ask(deps));
  const elsewhere = await ask(deps, STRANGER);
  const found = [];
  for (const each of [...asked, elsewhere]) {
    const fresh = { ...deps, expiring: { ...deps.expiring, count: async () => 1 } };
    found.push(await bring(fresh, { signature: signatureOf(each) }));
  }
  expect(found).toEqual([null, ...asked.slice(1).map(({ challenge }) => challenge), null]);
});

test('allows each network five tries on one challenge', async () => {
  const deps = walletWorld();
  const own = await ask(deps);
  for (let count = 0; count < 5; count += 1) await bring(deps, { challengeId: own.challengeId });
  const right = { signature: signatureOf(own), challengeId: own.challengeId };
  expect(await bring(deps, right)).toBeNull();
  expect(await bring(deps, { ...right, challengeId: null })).toBeNull();
  const another = await ask(deps);
  expect(await bring(deps, { signature: signatureOf(another) })).toBe(another.challenge);
  expect(await bring(deps, { ...right, caller: STRANGER })).toBe(own.challenge);
});

test('asks contracts about the newest challenge alone, after every key', async () => {
  const deps = walletWorld();
  const asked = [];
  for (let count = 0; count < 5; count += 1) asked.push(await ask(deps));
  const newest = asked.at(-1)?.challenge;
  const calls: (readonly [string, boolean])[] = [];
  const verifyWallet: VerifyWallet = async ({ challenge, mayAskContract }) => {
    calls.push([challenge, mayAskContract]);
    return mayAskContract;
  };
  expect(await bring({ ...deps, verifyWallet }, {})).toBe(newest);
  expect(calls).toEqual([...asked.map(({ challenge }) => [challenge, false]).reverse(), [newest, true]]);
});

test('accepts the key of an older challenge before any question to a contract', async () => {
  const deps = walletWorld();
  const [older] = [await ask(deps), await ask(deps)];
  const verifyWallet: VerifyWallet = async (login) => {
    if (login.mayAskContract) throw new Error('a contract was asked');
    return deps.verifyWallet(login);
  };
  expect(await bring({ ...deps, verifyWallet }, { signature: signatureOf(older) })).toBe(older.challenge);
});

test('finds no challenge after five minutes, named or not', async () => {
  const deps = walletWorld();
  const own = await ask(deps);
  const right = { signature: signatureOf(own) };
  deps.clock.advance(299_999);
  expect(await bring(deps, right)).toBe(own.challenge);
  deps.clock.advance(1);
  expect(await bring(deps, right)).toBeNull();
  expect(await bring(deps, { ...right, challengeId: own.challengeId })).toBeNull();
});
