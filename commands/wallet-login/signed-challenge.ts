import type { Clock } from '../ports/clock';
import type { ExpiringValues } from '../ports/expiring-values';
import {
  CHALLENGE_TTL_SECONDS,
  challengeKey,
  challengesKey,
  type LoginCaller,
  MOST_SIGNATURE_ATTEMPTS,
  type StoredChallenge,
  type VerifyWallet,
} from './wallet-login';

export interface ChallengeSignature extends LoginCaller {
  readonly challengeId: string | null;
  readonly signature: string;
  readonly publicKey: string | null;
}

export interface SignedChallengeDeps {
  readonly clock: Clock;
  readonly expiring: ExpiringValues;
  readonly verifyWallet: VerifyWallet;
}

export interface KeptChallenge {
  readonly key: string;
  readonly value: string;
  readonly text: string;
}

/** The named challenge, else the newest match of the caller's network. Asking a contract costs: newest only. */
export const signedChallenge = async (
  deps: SignedChallengeDeps,
  login: ChallengeSignature,
): Promise<KeptChallenge | null> => {
  const challenges = await challengesOf(deps, login);
  for (const challenge of challenges) if (await isSigned(deps, login, challenge, false)) return challenge;
  const [newest] = challenges;
  return newest !== undefined && (await isSigned(deps, login, newest, true)) ? newest : null;
};

const isSigned = (
  { verifyWallet }: SignedChallengeDeps,
  { network, address, caller, signature, publicKey }: ChallengeSignature,
  { text }: KeptChallenge,
  mayAskContract: boolean,
): Promise<boolean> =>
  verifyWallet({ network, address, caller, signature, publicKey, challenge: text, mayAskContract });

/** Counts the trial first, so that concurrent trials count separately. */
const challengesOf = async (
  deps: SignedChallengeDeps,
  login: ChallengeSignature,
): Promise<readonly KeptChallenge[]> => {
  const found = await Promise.all((await valuesOf(deps, login)).map((value) => tried(deps, login, value)));
  return found.filter((challenge) => challenge !== null);
};

const valuesOf = async ({ expiring }: SignedChallengeDeps, login: ChallengeSignature): Promise<readonly string[]> => {
  if (login.challengeId === null) return expiring.readGroup(challengesKey(login));
  const named = await expiring.read(challengeKey(login, login.challengeId));
  return named === null ? [] : [named];
};

const tried = async (
  { clock, expiring }: SignedChallengeDeps,
  login: ChallengeSignature,
  value: string,
): Promise<KeptChallenge | null> => {
  const { challengeId, text, expiresAt } = JSON.parse(value) as StoredChallenge;
  if (clock.now() >= Date.parse(expiresAt)) return null;
  const key = challengeKey(login, challengeId);
  const attempts = await expiring.count(`${key}:attempts:${login.caller}`, CHALLENGE_TTL_SECONDS);
  return attempts > MOST_SIGNATURE_ATTEMPTS ? null : { key, value, text };
};
