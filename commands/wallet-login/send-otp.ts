import { rejection } from '../../aggregates/rejection';
import type { KeyVault } from '../ports/key-vault';
import type { OtpSender } from './otp-sender';
import type { ChallengeDeps, LoginWallet } from './wallet-login';
import { contactOf, contactStandingOf, decoyKey, OTP_TTL_SECONDS, otpHash, otpKey, type StoredOtp } from './wallet-otp';

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
/** Codes that may be asked for one account and one contact within the life of a code. */
const MOST_OF_PAIR = 3;
/** Codes for one account, and for one contact, over which only a contact that is bound to the account gets any. */
const MOST_OF_EACH = 10;

/**
 * Sends a code in place of the one before it. The answer is the same whether the account has this contact, another one
 * or none, and the same is done but for the sending; only its own contact gets a code. Answers how many seconds to wait
 * when this account and this contact had too many, null otherwise. Refuses PROVIDER_NOT_CONFIGURED.
 */
export const sendOtp =
  (deps: SendOtpDeps) =>
  async ({ wallet, destination }: OtpRequest): Promise<{ readonly waitSeconds: number | null }> => {
    if (deps.otpSender === null) throw rejection('PROVIDER_NOT_CONFIGURED', 'No way of sending codes is configured');
    const contact = contactOf(destination);
    const counts = await countAsked(deps, wallet, contact);
    if (counts.ofPair > MOST_OF_PAIR) return { waitSeconds: OTP_TTL_SECONDS };
    const standing = await contactStandingOf(deps, wallet, contact);
    // Too many for others are no refusal: it would tell them from the bound contact, which is not held up by them.
    const isSent = standing === 'BOUND' || (standing === 'FREE' && counts.ofEach <= MOST_OF_EACH);
    const code = newCode(deps);
    const salt = deps.ids.hex(RANDOM_BYTES);
    const stored: StoredOtp = { salt, codeHash: otpHash(salt, code), contact };
    await deps.expiring.put(isSent ? otpKey(wallet) : decoyKey(wallet), JSON.stringify(stored), OTP_TTL_SECONDS);
    const expiresAt = new Date(deps.clock.now() + OTP_TTL_SECONDS * 1000).toISOString();
    if (isSent) deps.otpSender.send({ destination, code, instanceId: deps.instance.id, expiresAt });
    return { waitSeconds: null };
  };

interface Asked {
  readonly ofPair: number;
  /** The account's or the contact's, whichever is more. */
  readonly ofEach: number;
}

const countAsked = async ({ expiring }: SendOtpDeps, wallet: LoginWallet, contact: string): Promise<Asked> => {
  const [ofPair, ...ofEach] = await Promise.all([
    expiring.count(`${otpKey(wallet)}:sent:${contact}`, OTP_TTL_SECONDS),
    expiring.count(`${otpKey(wallet)}:sent`, OTP_TTL_SECONDS),
    expiring.count(`wallet-otp-contact:${contact}:sent`, OTP_TTL_SECONDS),
  ]);
  return { ofPair, ofEach: Math.max(...ofEach) };
};

const newCode = ({ ids }: SendOtpDeps): string => {
  const number = BigInt(`0x${ids.hex(RANDOM_BYTES)}`) % 10n ** BigInt(CODE_DIGITS);
  return number.toString().padStart(CODE_DIGITS, '0');
};
