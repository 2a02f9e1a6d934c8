import { rejection } from '../aggregates/rejection';
import type { OtpSender } from './otp-sender';
import type { KeyVault } from './ports';
import type { ChallengeDeps, LoginWallet } from './wallet-login';
import { contactOf, isContactOf, OTP_TTL_SECONDS, otpHash, otpKey, type StoredOtp } from './wallet-otp';

export type SendOtpDeps = ChallengeDeps & {
  readonly vault: Pick<KeyVault, 'find' | 'claim'>;
  /** Null when nothing can be sent. */
  readonly otpSender: OtpSender | null;
};

export interface OtpRequest {
  readonly wallet: LoginWallet;
  /** An e-mail address. */
  readonly destination: string;
}

/** Eight digits are 26 bits. */
const CODE_DIGITS = 8;
const RANDOM_BYTES = 16;
/** Codes that one account may ask for, and that one contact may be sent, within the life of a code. */
const MOST_CODES = 3;

/**
 * Sends a code in place of the one before it. The answer is the same whether the account has this contact, another one
 * or none; only its own contact gets a code. Answers how many seconds to wait when there were too many, null otherwise.
 * Refuses PROVIDER_NOT_CONFIGURED.
 */
export const sendOtp =
  (deps: SendOtpDeps) =>
  async ({ wallet, destination }: OtpRequest): Promise<{ readonly waitSeconds: number | null }> => {
    if (deps.otpSender === null) throw rejection('PROVIDER_NOT_CONFIGURED', 'No way of sending codes is configured');
    const contact = contactOf(destination);
    if (await isTooOften(deps, wallet, contact)) return { waitSeconds: OTP_TTL_SECONDS };
    if (!(await isContactOf(deps, wallet, contact))) return { waitSeconds: null };
    const code = newCode(deps);
    const salt = deps.ids.hex(RANDOM_BYTES);
    const stored: StoredOtp = { salt, codeHash: otpHash(salt, code), contact };
    await deps.expiring.put(otpKey(wallet), JSON.stringify(stored), OTP_TTL_SECONDS);
    const expiresAt = new Date(deps.clock.now() + OTP_TTL_SECONDS * 1000).toISOString();
    deps.otpSender.send({ destination, code, instanceId: deps.instance.id, expiresAt });
    return { waitSeconds: null };
  };

const isTooOften = async ({ expiring }: SendOtpDeps, wallet: LoginWallet, contact: string): Promise<boolean> => {
  const counts = await Promise.all([
    expiring.count(`${otpKey(wallet)}:sent`, OTP_TTL_SECONDS),
    expiring.count(`wallet-otp-contact:${contact}:sent`, OTP_TTL_SECONDS),
  ]);
  return counts.some((count) => count > MOST_CODES);
};

const newCode = ({ ids }: SendOtpDeps): string => {
  const number = BigInt(`0x${ids.hex(RANDOM_BYTES)}`) % 10n ** BigInt(CODE_DIGITS);
  return number.toString().padStart(CODE_DIGITS, '0');
};
