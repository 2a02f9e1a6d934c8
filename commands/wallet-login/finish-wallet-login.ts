import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import { rejection } from '../../aggregates/rejection';
import { user } from '../../aggregates/user/user';
import { systemContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { type HandleDeps } from '../handling/handle';
import { stateOf } from '../handling/read-stream';
import type { KeyVault } from '../ports/key-vault';
import { registerUser } from '../user/register-user';
import { instancePartner } from './instance-partner';
import { type ChallengeSignature, signedChallenge } from './signed-challenge';
import type { ChallengeDeps, VerifyWallet } from './wallet-login';
import { bindContact, provedContact, provedContactKey } from './wallet-otp';

export interface SignedLogin extends ChallengeSignature {
  /** What a code was exchanged for, if one was. */
  readonly otpProof: string | null;
}

export interface WalletUser {
  readonly userId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly pubkey: string;
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
 * Takes the signature of a live challenge, once. The first login of an address registers its user under the
 * instance's own partner. Rejects with `MustWait` where a contract would have
 * to be asked too often. Refuses NOT_PROVED; once the signature has proved good, USER_BLOCKED and PARTNER_INACTIVE.
 */
export const finishWalletLogin =
  (deps: FinishWalletLoginDeps) =>
  async (login: SignedLogin, requestId: string): Promise<WalletUser> => {
    const contact = await useChallenge(deps, login);
    const known = await userOf(deps, login, requestId);
    if (contact !== null) await bindContact(deps, login, { contact, userId: known.userId });
    return known;
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

const userOf = async (
  deps: FinishWalletLoginDeps,
  { network, address }: SignedLogin,
  requestId: string,
): Promise<WalletUser> => {
  const { partnerId, mode, status } = await instancePartner(deps)(requestId);
  if (status !== 'ACTIVE') throw rejection('PARTNER_INACTIVE', 'Logging in by wallet is closed');
  const wallet = { pubkey: address, blockchain: network.name };
  const commandId = commandIdOf('wallet-login', partnerId, mode, network.name, address);
  const context = { ...systemContext(deps.workerId, commandId, requestId), partnerId, mode, requestId };
  const { userId, position } = await registerUser(deps)({ partnerId, mode, externalUserId: null, wallet }, context);
  const { status: standing } = await stateOf(deps.eventStore, user, userId);
  if (standing === 'BLOCKED') throw rejection('USER_BLOCKED', 'The user is blocked');
  return { userId, partnerId, mode, pubkey: address, position };
};
