import { rejection } from '../../aggregates/rejection';
import type { KeyVault } from '../ports/key-vault';
import type { OtpSender } from './otp-sender';
import type { ChallengeDeps, LoginCaller } from './wallet-login';
import {
  askedKey,
  contactOf,
  contactStandingOf,
  mailboxKey,
  OTP_TTL_SECONDS,
  otpHash,
  otpKey,
  type StoredOtp,
} from './wallet-otp';

export type SendOtpDeps = ChallengeDeps & {
  readonly vault: Pick<KeyVault, 'find' | 'claim'>;
  readonly otpSender: OtpSender | null;
};

export interface OtpRequest {
  readonly wallet: LoginCaller;
  readonly destination: string;
}

export type OtpAnswer =
  | { readonly otpId: string; readonly waitSeconds: null }
  | { readonly otpId: null; readonly waitSeconds: number };

/** About 26 bits. */
const CODE_DIGITS = 8;
const RANDOM_BYTES = 16;
/** Codes per caller's network, account and contact within OTP_TTL_SECONDS. */
const MOST_OF_CALLER = 3;
/** Codes per mailbox within OTP_TTL_SECONDS, from all askers. */
const MOST_OF_MAILBOX = 10;

/** Answer and work do not depend on the account's contacts. Refuses PROVIDER_NOT_CONFIGURED. */
export const sendOtp =
  (deps: SendOtpDeps) =>
  async ({ wallet, destination }: OtpRequest): Promise<OtpAnswer> => {
    if (deps.otpSender === null) throw rejection('PROVIDER_NOT_CONFIGURED', 'The delivery of codes is not configured');
    const contact = contactOf(destination);
    const asked = await deps.expiring.count(askedKey(wallet, contact), OTP_TTL_SECONDS);
    if (asked > MOST_OF_CALLER) return { otpId: null, waitSeconds: OTP_TTL_SECONDS };
    const isSent = await mayBeSent(deps, wallet, contact);
    const [otpId, code] = [deps.ids.hex(RANDOM_BYTES), newCode(deps)];
    await keep(deps, otpKey(wallet, otpId), { contact, code: isSent ? code : deps.ids.hex(RANDOM_BYTES) });
    const expiresAt = new Date(deps.clock.now() + OTP_TTL_SECONDS * 1000).toISOString();
    if (isSent) deps.otpSender.send({ destination, code, instanceId: deps.instance.id, expiresAt });
    return { otpId, waitSeconds: null };
  };

/** Silent: a refusal would reveal the bound contact. */
const mayBeSent = async (deps: SendOtpDeps, wallet: LoginCaller, contact: string): Promise<boolean> => {
  const standing = await contactStandingOf(deps, wallet, contact);
  const ofMailbox = await deps.expiring.count(mailboxKey(wallet, contact, standing), OTP_TTL_SECONDS);
  return standing !== 'OTHER' && ofMailbox <= MOST_OF_MAILBOX;
};

/** For an unsent code keeps a value that no eight digits match. */
const keep = async (
  deps: SendOtpDeps,
  key: string,
  { contact, code }: { readonly contact: string; readonly code: string },
): Promise<void> => {
  const salt = deps.ids.hex(RANDOM_BYTES);
  const stored: StoredOtp = { salt, codeHash: otpHash(salt, code), contact };
  await deps.expiring.put(key, JSON.stringify(stored), OTP_TTL_SECONDS);
};

const newCode = ({ ids }: SendOtpDeps): string => {
  const number = BigInt(`0x${ids.hex(RANDOM_BYTES)}`) % 10n ** BigInt(CODE_DIGITS);
  return number.toString().padStart(CODE_DIGITS, '0');
};
