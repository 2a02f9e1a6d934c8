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

/** The same for every cause. */
const refused = (): Error => rejection('NOT_PROVED', 'This does not prove the wallet');

/**
 * Uses a live challenge's signature once; writes no user or key unless a contact was proved. Rejects with `MustWait`
 * when a contract would be asked too often. Refuses NOT_PROVED and, after a good signature, USER_BLOCKED and
 * PARTNER_INACTIVE.
 */
export const finishWalletLogin =
  (deps: FinishWalletLoginDeps) =>
  async (login: SignedLogin, requestId: string): Promise<WalletUser> => {
    const contact = await useChallenge(deps, login);
    return walletUser(deps, login, { contact, requestId });
  };

/** Verifies only the stored text; the first to take it uses it. Without a proved contact the challenge stays. */
const useChallenge = async (deps: FinishWalletLoginDeps, login: SignedLogin): Promise<string | null> => {
  const challenge = await signedChallenge(deps, login);
  if (challenge === null) throw refused();
  const proved = deps.isOtpRequired ? await provedBy(deps, login) : null;
  if (!(await deps.expiring.take(challenge.key, challenge.value))) throw refused();
  if (proved !== null && !(await deps.expiring.take(proved.key, proved.contact))) throw refused();
  return proved?.contact ?? null;
};

/** Needs the caller's own proof: a code that another caller took for this account does not count. */
const provedBy = async (
  deps: FinishWalletLoginDeps,
  login: SignedLogin,
): Promise<{ readonly key: string; readonly contact: string }> => {
  if (login.otpProof === null) throw refused();
  const contact = await provedContact(deps, login, login.otpProof);
  if (contact === null) throw refused();
  return { key: provedContactKey(login, login.otpProof), contact };
};

/** A proved contact registers the user at once; otherwise the first quote does. */
const walletUser = async (
  deps: FinishWalletLoginDeps,
  login: SignedLogin,
  { contact, requestId }: { readonly contact: string | null; readonly requestId: string },
): Promise<WalletUser> => {
  const wallet = { pubkey: login.address, blockchain: login.network.name };
  const partner = await openInstance(deps)(requestId);
  const owner = { partnerId: partner.partnerId, mode: partner.mode, ...wallet };
  if (contact !== null) {
    const { userId, position } = await registerWallet(deps)(wallet, requestId);
    await bindContact(deps, login, { contact, userId });
    return { ...owner, userId, position };
  }
  const userId = await deps.vault.find(walletLookup(partner, wallet));
  if (userId !== null) await mustNotBeBlocked(deps, userId);
  return { ...owner, userId, position: partner.position };
};
