import { startWalletLogin } from '../../../commands/wallet-login/start-wallet-login';
import { type ChallengeTerms, challengesKey } from '../../../commands/wallet-login/wallet-login';
import { WALLET, walletWorld } from './wallet-world';

test('keeps the text of instance, account, nonce and times for five minutes', async () => {
  const deps = walletWorld();
  const terms: ChallengeTerms[] = [];
  const writeChallenge = (written: ChallengeTerms): string => `challenge ${terms.push(written)}`;
  const { challengeId, challenge, expiresAt } = await startWalletLogin({ ...deps, writeChallenge })(WALLET);
  expect(challengeId).toMatch(/^[0-9a-f]{32}$/);
  expect(expiresAt).toBe('2026-11-20T12:05:00.000Z');
  expect(terms).toEqual([
    {
      wallet: WALLET,
      instanceId: 'acme',
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      issuedAt: '2026-11-20T12:00:00.000Z',
      expiresAt: '2026-11-20T12:05:00.000Z',
    },
  ]);
  const kept = await deps.expiring.readGroup(challengesKey(WALLET));
  expect(kept.map((value) => JSON.parse(value) as unknown)).toEqual([{ challengeId, text: challenge, expiresAt }]);
  expect(challenge).toBe('challenge 1');
});

test('gives each challenge a separate nonce and id', async () => {
  const deps = walletWorld();
  const texts = [await startWalletLogin(deps)(WALLET), await startWalletLogin(deps)(WALLET)];
  expect(new Set(texts.map(({ challenge }) => challenge)).size).toBe(2);
  expect(new Set(texts.map(({ challengeId }) => challengeId)).size).toBe(2);
});
