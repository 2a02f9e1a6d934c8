import type { Mode } from '../../aggregates/partner/events';
import { sha256Hex } from '../handling/secrets';
import type { ExpiringValues } from '../ports/expiring-values';
import type { KeyVault, Lookup } from '../ports/key-vault';
import { type Instance, instancePartnerId } from './instance-partner';
import type { LoginCaller, LoginWallet } from './wallet-login';

/** Ten minutes (design: security, section 2), for a code and for what it proved. */
export const OTP_TTL_SECONDS = 600;

export interface StoredOtp {
  readonly salt: string;
  readonly codeHash: string;
  readonly contact: string;
}

const accountOf = ({ network, address }: LoginWallet): string => `${network.name}:${address}`;

/** A code is found by the id that only its asker knows, so that nobody else can use it up or put another in its place. */
export const otpKey = (wallet: LoginWallet, otpId: string): string => `wallet-otp:${accountOf(wallet)}:${otpId}`;

/** Counts the codes that one network asked for one account and one contact. */
export const askedKey = (wallet: LoginCaller, contact: string): string =>
  `wallet-otp-asked:${accountOf(wallet)}:${contact}:${wallet.caller}`;

/** Whether codes for the account go to the contact: it has none yet, this one, or another. */
export type ContactStanding = 'FREE' | 'BOUND' | 'OTHER';

/**
 * Counts the codes for one mailbox. Apart for the account that it is bound to, so that what is asked for other accounts
 * cannot use those up; and apart where none is sent, which costs the mailbox nothing.
 */
export const mailboxKey = (wallet: LoginWallet, contact: string, standing: ContactStanding): string =>
  standing === 'FREE'
    ? `wallet-otp-mailbox:${contact}`
    : `wallet-otp-mailbox:${contact}:${standing}:${accountOf(wallet)}`;
/** Found only with the proof, so that what one has proved is nothing to another who logs in with the same account. */
export const provedContactKey = (wallet: LoginWallet, otpProof: string): string =>
  `wallet-otp-proved:${accountOf(wallet)}:${sha256Hex(otpProof)}`;

/**
 * An address as it is compared; the address itself is kept nowhere. Case means nothing in ASCII only: the Kelvin sign in
 * lower case is a `k`, so that somebody else's mailbox would pass for the bound one.
 */
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

/**
 * Codes go to any contact of an account until one is bound (`FREE`), and to the bound one (`BOUND`) after. Always two
 * look-ups, so that the time taken does not tell which it is.
 */
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

/** Binds the contact of the first login that proved one. In this order, so that a crash between leaves none bound. */
export const bindContact = async (
  deps: ContactDeps,
  wallet: LoginWallet,
  { contact, userId }: { readonly contact: string; readonly userId: string },
): Promise<void> => {
  if ((await deps.vault.find(lookupOf(deps.instance, accountOf(wallet)))) !== null) return;
  await deps.vault.claim(lookupOf(deps.instance, `${accountOf(wallet)}:${contact}`), userId);
  await deps.vault.claim(lookupOf(deps.instance, accountOf(wallet)), userId);
};

/** The contact that this proof has just proved for this account, if it is one that the account may use; null otherwise. */
export const provedContact = async (
  deps: ContactDeps & { readonly expiring: ExpiringValues },
  wallet: LoginWallet,
  otpProof: string,
): Promise<string | null> => {
  const contact = await deps.expiring.read(provedContactKey(wallet, otpProof));
  if (contact === null) return null;
  return (await contactStandingOf(deps, wallet, contact)) === 'OTHER' ? null : contact;
};
