import type { Iso } from '../ports/clock';
import {
  CHALLENGE_TTL_SECONDS,
  type ChallengeDeps,
  challengeKey,
  challengesKey,
  type LoginCaller,
  MOST_LIVE_CHALLENGES,
  type StoredChallenge,
  type WriteChallenge,
} from './wallet-login';

const NONCE_BYTES = 16;
const CHALLENGE_ID_BYTES = 16;

export interface WalletChallenge {
  readonly challengeId: string;
  readonly challenge: string;
  readonly expiresAt: Iso;
}

/** With more than five of one network the oldest is removed. Known and unknown addresses get the same answer. */
export const startWalletLogin =
  (deps: ChallengeDeps & { readonly writeChallenge: WriteChallenge }) =>
  async (wallet: LoginCaller): Promise<WalletChallenge> => {
    const issuedAtMs = deps.clock.now();
    const expiresAt = new Date(issuedAtMs + CHALLENGE_TTL_SECONDS * 1000).toISOString();
    const text = deps.writeChallenge({
      wallet,
      instanceId: deps.instance.id,
      nonce: deps.ids.hex(NONCE_BYTES),
      issuedAt: new Date(issuedAtMs).toISOString(),
      expiresAt,
    });
    const challengeId = deps.ids.hex(CHALLENGE_ID_BYTES);
    const stored: StoredChallenge = { challengeId, text, expiresAt };
    await deps.expiring.putInGroup(challengesKey(wallet), {
      key: challengeKey(wallet, challengeId),
      value: JSON.stringify(stored),
      ttlSeconds: CHALLENGE_TTL_SECONDS,
      most: MOST_LIVE_CHALLENGES,
    });
    return { challengeId, challenge: text, expiresAt };
  };
