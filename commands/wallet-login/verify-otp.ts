import { timingSafeEqual } from 'node:crypto';
import { rejection } from '../../aggregates/rejection';
import type { ExpiringValues } from '../ports/expiring-values';
import type { Ids } from '../ports/ids';
import type { LoginWallet } from './wallet-login';
import { OTP_TTL_SECONDS, otpHash, otpKey, provedContactKey, type StoredOtp } from './wallet-otp';

/** For each code, over all callers. */
const MOST_ATTEMPTS = 5;
const PROOF_BYTES = 16;

export interface OtpCode {
  readonly wallet: LoginWallet;
  readonly otpId: string;
  readonly code: string;
}

const refused = (): Error => rejection('NOT_PROVED', 'The proof of the contact is invalid');

/** Uses a code once; the proof lasts ten minutes, for its holder's login with this wallet. Refuses NOT_PROVED. */
export const verifyOtp =
  (deps: { readonly expiring: ExpiringValues; readonly ids: Ids }) =>
  async ({ wallet, otpId, code }: OtpCode): Promise<{ readonly otpProof: string }> => {
    const key = otpKey(wallet, otpId);
    const stored = await deps.expiring.read(key);
    if (stored === null) throw refused();
    const attempts = await deps.expiring.count(`${key}:attempts`, OTP_TTL_SECONDS);
    const { salt, codeHash, contact } = JSON.parse(stored) as StoredOtp;
    if (attempts > MOST_ATTEMPTS || !isSame(otpHash(salt, code), codeHash)) throw refused();
    if (!(await deps.expiring.take(key, stored))) throw refused();
    const otpProof = deps.ids.hex(PROOF_BYTES);
    await deps.expiring.put(provedContactKey(wallet, otpProof), contact, OTP_TTL_SECONDS);
    return { otpProof };
  };

const isSame = (left: string, right: string): boolean => timingSafeEqual(Buffer.from(left), Buffer.from(right));
