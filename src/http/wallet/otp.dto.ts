import { IsEmail, Matches } from 'class-validator';
import { WalletAccount } from './wallet-login.dto';

/** No quotes, backslashes, spaces or control characters: quoted parts can spell one mailbox in many ways. */
const PLAIN = /^[!#-[\]-~\u00a1-\uffff]+$/;

/** Where to send a one-time code for a wallet. */
export class SendOtpRequest extends WalletAccount {
  channel!: 'email';

  /**
   * The e-mail address, without quoted parts.
   * @minLength 3
   * @maxLength 254
   * @example "ana@example.com"
   */
  @IsEmail({}, { message: 'is not an e-mail address' })
  @Matches(PLAIN, { message: 'is not an e-mail address' })
  destination!: string;
}

/**
 * The same whether the wallet has this contact, another one or none.
 * @example { "sent": true, "otpId": "5e884898da28047151d0e56f8dc62927" }
 */
export interface OtpSentAnswer {
  sent: true;
  /** Names the code to `otp/verify`: no other caller can try it. */
  otpId: string;
}

/** The code that was received. */
export interface VerifyOtpRequest extends WalletAccount {
  /**
   * The otpId that `otp/send` answered.
   * @pattern ^[0-9a-f]{32}$ must be 32 lowercase hex digits
   * @example "5e884898da28047151d0e56f8dc62927"
   */
  otpId: string;

  /**
   * @pattern ^\d{8}$ must be 8 digits
   * @example "40917263"
   */
  code: string;
}

/**
 * @example { "verified": true, "otpProof": "5e884898da28047151d0e56f8dc62927", "validForSeconds": 600 }
 */
export interface OtpVerifiedAnswer {
  verified: true;
  /** To be sent with the signature when the wallet logs in. Keep it secret: it replaces the code. */
  otpProof: string;
  /**
   * How long the wallet may log in with the proof; it counts for one login.
   * @isInt
   */
  validForSeconds: number;
}
