import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import { rejection } from '../../aggregates/rejection';
import type { HandleDeps } from '../handling/request';
import type { KeyVault } from '../ports/key-vault';
import { mustNotBeBlocked, openInstance, registerWallet, walletLookup } from './register-wallet';
import { type ChallengeSignature, signedChallenge } from './signed-challenge';
import type { ChallengeDeps, VerifyWallet } from './wallet-login';
import { bindContact, provedContact, provedContactKey } from './wallet-otp';

export interface SignedLogin extends ChallengeSignature {
  readonly otpProof: string | null;
}

export interface WalletUser {
  /** Null until the address's first quote. */
  readonly userId: string | null;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly pubkey: string;
  readonly blockchain: string;
  readonly position: Position | null;
}

export type FinishWalletLoginDeps = HandleDeps &
  ChallengeDeps & {
    readonly vault: KeyVault;
    readonly workerId: string;
    readonly verifyWallet: VerifyWallet;
    /** WALLET_OTP_REQUIRED: a contact must be proved too. */
    readonly isOtpRequired: boolean;
  };

/** The same answer for every cause. */
const refused = (): Error => rejection('NOT_PROVED', 'The proof of the wallet is invalid');

/** Uses a signature once. Rejects with `MustWait`. Refuses NOT_PROVED, USER_BLOCKED, PARTNER_INACTIVE. */
export const finishWalletLogin =
  (deps: FinishWalletLoginDeps) =>
  async (login: SignedLogin, requestId: string): Promise<WalletUser> => {
    const proof = await proofOf(deps, login);
    // Checked before the challenge is used up, so that the same signature works again after a refusal by a busy ledger.
    const user = await walletUser(deps, login, proof.contact !== null, requestId);
    await useProof(deps, proof);
    if (proof.contact !== null && user.userId !== null) {
      await bindContact(deps, login, { contact: proof.contact.value, userId: user.userId });
    }
    return user;
  };

interface ExpiringValue {
  readonly key: string;
  readonly value: string;
}

interface LoginProof {
  readonly challenge: ExpiringValue;
  /** Null unless a contact must be proved. */
  readonly contact: ExpiringValue | null;
}

/** Verifies only the stored text. */
const proofOf = async (deps: FinishWalletLoginDeps, login: SignedLogin): Promise<LoginProof> => {
  const challenge = await signedChallenge(deps, login);
  if (challenge === null) throw refused();
  return { challenge, contact: deps.isOtpRequired ? await provedBy(deps, login) : null };
};

/** Needs the caller's own proof: a code of another caller for this account does not count. */
const provedBy = async (deps: FinishWalletLoginDeps, login: SignedLogin): Promise<ExpiringValue> => {
  if (login.otpProof === null) throw refused();
  const contact = await provedContact(deps, login, login.otpProof);
  if (contact === null) throw refused();
  return { key: provedContactKey(login, login.otpProof), value: contact };
};

/** The first caller to take the challenge uses it. */
const useProof = async ({ expiring }: FinishWalletLoginDeps, { challenge, contact }: LoginProof): Promise<void> => {
  for (const { key, value } of [challenge, ...(contact === null ? [] : [contact])]) {
    if (!(await expiring.take(key, value))) throw refused();
  }
};

/** A proved contact registers the user at once; other users register with their first quote. */
const walletUser = async (
  deps: FinishWalletLoginDeps,
  login: SignedLogin,
  provesContact: boolean,
  requestId: string,
): Promise<WalletUser> => {
  const wallet = { pubkey: login.address, blockchain: login.network.name };
  const partner = await openInstance(deps)(requestId);
  const owner = { partnerId: partner.partnerId, mode: partner.mode, ...wallet };
  if (provesContact) return { ...owner, ...(await registerWallet(deps)(wallet, requestId)) };
  const userId = await deps.vault.find(walletLookup(partner, wallet));
  if (userId !== null) await mustNotBeBlocked(deps, userId);
  return { ...owner, userId, position: partner.position };
};
