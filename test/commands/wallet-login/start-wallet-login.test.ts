import { startWalletLogin } from '../../../commands/wallet-login/start-wallet-login';
import { WALLET, walletWorld } from './wallet-world';

test('the text names instance, chain, address and purpose, and lives five minutes', async () => {
  const deps = walletWorld();
  const { challengeId, challenge, expiresAt } = await startWalletLogin(deps)(WALLET);
  expect(challengeId).toMatch(/^[0-9a-f]{32}$/);
  expect(expiresAt).toBe('2026-11-20T12:05:00.000Z');
  expect(challenge.split('\n')).toEqual([
    'Sign in to acme with your wallet.',
    '',
    'Purpose: log in. This signature moves nothing and costs nothing.',
    'Domain: acme',
    'Blockchain: ethereum (1)',
    `Address: ${WALLET.address}`,
    expect.stringMatching(/^Nonce: [0-9a-f]{32}$/),
    'Issued At: 2026-11-20T12:00:00.000Z',
    'Expires At: 2026-11-20T12:05:00.000Z',
  ]);
});

test('each one has a nonce and an id of its own', async () => {
  const deps = walletWorld();
  const texts = [await startWalletLogin(deps)(WALLET), await startWalletLogin(deps)(WALLET)];
  expect(new Set(texts.map(({ challenge }) => challenge)).size).toBe(2);
  expect(new Set(texts.map(({ challengeId }) => challengeId)).size).toBe(2);
});

test('a chain without a number shows its name alone', async () => {
  const network = { name: 'stellar', family: 'stellar', chainId: null } as const;
  const { challenge } = await startWalletLogin(walletWorld())({ ...WALLET, network, address: 'GABC' });
  expect(challenge).toContain('\nBlockchain: stellar\n');
});
