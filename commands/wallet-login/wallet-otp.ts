import type { Mode } from '../../aggregates/partner/events';
import { sha256Hex } from '../handling/secrets';
import type { ExpiringValues } from '../ports/expiring-values';
import type { KeyVault, Lookup } from '../ports/key-vault';
import { type Instance, instancePartnerId } from './instance-partner';
import type { LoginCaller, LoginWallet } from './wallet-login';

/** Ten minutes, for a code and for its proof. */
export const OTP_TTL_SECONDS = 600;

export interface StoredOtp {
  readonly salt: string;
  readonly codeHash: string;
  readonly contact: string;
}

const accountOf = ({ network, address }: LoginWallet): string => `${network.name}:${address}`;

/** Only the asker knows the id, so no other caller can use up or replace the code. */
export const otpKey = (wallet: LoginWallet, otpId: string): string => `wallet-otp:${accountOf(wallet)}:${otpId}`;

export const askedKey = (wallet: LoginCaller, contact: string): string =>
  `wallet-otp-asked:${accountOf(wallet)}:${contact}:${wallet.caller}`;

export type ContactStanding = 'FREE' | 'BOUND' | 'OTHER';

/** The bound account has its own count, so that requests for other accounts cannot use up its codes. */
export const mailboxKey = (wallet: LoginWallet, contact: string, standing: ContactStanding): string =>
  standing === 'FREE'
    ? `wallet-otp-mailbox:${contact}`
    : `wallet-otp-mailbox:${contact}:${standing}:${accountOf(wallet)}`;
/** Includes the proof: another login with the account cannot use it. */
export const provedContactKey = (wallet: LoginWallet, otpProof: string): string =>
  `wallet-otp-proved:${accountOf(wallet)}:${sha256Hex(otpProof)}`;

/** Hashed for comparison. ASCII case only: the Kelvin sign lowers to `k`, another person's mailbox. */
export const contactOf = (destination: string): string =>
  sha256Hex(destination.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));

export const otpHash = (salt: string, code: string): string => sha256Hex(`${salt}:${code}`);

interface ContactDeps {
  readonly vault: Pick<KeyVault, 'find' | 'claim'>;
  readonly instance: Instance;
}

const lookupOf = (instance: Instance, value: string): Lookup => {
  const mode: Mode = instance.mode;
  return { partnerId: instancePartnerId(instance), mode, kind: 'LOGIN_CONTACT', value };
};

/** Always makes two look-ups, so that timing does not reveal the answer. */
export const contactStandingOf = async (
  { vault, instance }: ContactDeps,
  wallet: LoginWallet,
  contact: string,
): Promise<ContactStanding> => {
  const [bound, own] = await Promise.all([
    vault.find(lookupOf(instance, accountOf(wallet))),
    vault.find(lookupOf(instance, `${accountOf(wallet)}:${contact}`)),
  ]);
  if (bound === null) return 'FREE';
  return own === bound ? 'BOUND' : 'OTHER';
};

/** Binds the first proved contact. The order ensures that a crash in between leaves no contact bound. */
export const bindContact = async (
  deps: ContactDeps,
  wallet: LoginWallet,
  { contact, userId }: { readonly contact: string; readonly userId: string },
): Promise<void> => {
  if ((await deps.vault.find(lookupOf(deps.instance, accountOf(wallet)))) !== null) return;
  await deps.vault.claim(lookupOf(deps.instance, `${accountOf(wallet)}:${contact}`), userId);
  await deps.vault.claim(lookupOf(deps.instance, accountOf(wallet)), userId);
};

export const provedContact = async (
  deps: ContactDeps & { readonly expiring: ExpiringValues },
  wallet: LoginWallet,
  otpProof: string,
): Promise<string | null> => {
  const contact = await deps.expiring.read(provedContactKey(wallet, otpProof));
  if (contact === null) return null;
  return (await contactStandingOf(deps, wallet, contact)) === 'OTHER' ? null : contact;
};
