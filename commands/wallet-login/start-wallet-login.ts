import type { Iso } from '../ports/clock';
import {
  CHALLENGE_TTL_SECONDS,
  type ChallengeDeps,
  challengeKey,
  type LoginWallet,
  type StoredChallenge,
} from './wallet-login';

/** 128 bits. */
const NONCE_BYTES = 16;

/**
 * Makes the text that the wallet is to sign, in place of the one before it. It is the same for addresses that are known
 * and that are not, and says what it is for: no chain takes it for a transaction.
 */
export const startWalletLogin =
  (deps: ChallengeDeps) =>
  async (wallet: LoginWallet): Promise<{ readonly challenge: string; readonly expiresAt: Iso }> => {
    const issuedAtMs = deps.clock.now();
    const expiresAt = new Date(issuedAtMs + CHALLENGE_TTL_SECONDS * 1000).toISOString();
    const text = textOf(wallet, {
      instanceId: deps.instance.id,
      nonce: deps.ids.hex(NONCE_BYTES),
      issuedAt: new Date(issuedAtMs).toISOString(),
      expiresAt,
    });
    const stored: StoredChallenge = { text, expiresAt };
    await deps.expiring.put(challengeKey(wallet), JSON.stringify(stored), CHALLENGE_TTL_SECONDS);
    return { challenge: text, expiresAt };
  };

interface ChallengeTerms {
  readonly instanceId: string;
  readonly nonce: string;
  readonly issuedAt: Iso;
  readonly expiresAt: Iso;
}

/** ASCII alone: wallets count characters where others count bytes. */
const textOf = ({ network, address }: LoginWallet, terms: ChallengeTerms): string =>
  [
    `Sign in to ${terms.instanceId} with your wallet.`,
    '',
    'Purpose: log in. This signature moves nothing and costs nothing.',
    `Domain: ${terms.instanceId}`,
    `Blockchain: ${network.name}${network.chainId === null ? '' : ` (${network.chainId})`}`,
    `Address: ${address}`,
    `Nonce: ${terms.nonce}`,
    `Issued At: ${terms.issuedAt}`,
    `Expires At: ${terms.expiresAt}`,
  ].join('\n');
