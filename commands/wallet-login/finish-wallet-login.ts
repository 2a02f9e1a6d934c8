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
  /** What a code was exchanged for, if one was. */
  readonly otpProof: string | null;
}

export interface WalletUser {
  /** Null until the first quote of the address. */
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
    /** Whether a code must have proved a contact too (WALLET_OTP_REQUIRED). */
    readonly isOtpRequired: boolean;
  };

/** One refusal for every cause. */
const refused = (): Error => rejection('NOT_PROVED', 'This does not prove the wallet');

/**
 * Takes the signature of a live challenge, once. Writes no user and no key, unless a contact was proved too. Rejects with `MustWait` where a contract would have
 * to be asked too often. Refuses NOT_PROVED; once the signature has proved good, USER_BLOCKED and PARTNER_INACTIVE.
 */
export const finishWalletLogin =
  (deps: FinishWalletLoginDeps) =>
  async (login: SignedLogin, requestId: string): Promise<WalletUser> => {
    const contact = await useChallenge(deps, login);
    return walletUser(deps, login, { contact, requestId });
  };

/**
 * Only the text that the service itself stored is ever verified, and whoever takes it away first has used it. Answers
 * the contact that was proved, where one is required; without it the challenge stays, so that the code may come second.
 */
const useChallenge = async (deps: FinishWalletLoginDeps, login: SignedLogin): Promise<string | null> => {
  const challenge = await signedChallenge(deps, login);
  if (challenge === null) throw refused();
  const proved = deps.isOtpRequired ? await provedBy(deps, login) : null;
  if (!(await deps.expiring.take(challenge.key, challenge.value))) throw refused();
  if (proved !== null && !(await deps.expiring.take(proved.key, proved.contact))) throw refused();
  return proved?.contact ?? null;
};

/** Only what the one who logs in has proved: a code that somebody else took for this account counts for nothing. */
const provedBy = async (
  deps: FinishWalletLoginDeps,
  login: SignedLogin,
): Promise<{ readonly key: string; readonly contact: string }> => {
  if (login.otpProof === null) throw refused();
  const contact = await provedContact(deps, login, login.otpProof);
  if (contact === null) throw refused();
  return { key: provedContactKey(login, login.otpProof), contact };
};

/** Who has proved a contact is no stranger any more, and is registered with it; anybody else with the first quote. */
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
