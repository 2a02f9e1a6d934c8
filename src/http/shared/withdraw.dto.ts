import { IsBrl } from '../request/shape/brl';

export class WithdrawRequest {
  /**
   * BRL, gross: as many whole units of the pegged asset leave the wallet. At most 2 decimals.
   * @example 100.00
   */
  @IsBrl()
  amount!: number;

  /**
   * The PIX key that is paid.
   * @minLength 1
   * @maxLength 77
   * @example "fulano@exemplo.com"
   */
  pixKey!: string;

  /**
   * Needed when the key could be a CPF or a phone number; EVP is a random key.
   */
  pixKeyType?: 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'EVP';

  /**
   * The wallet that gives the asset; it must be the user's own.
   * @minLength 3
   * @maxLength 128
   * @example "0x8ba1f109551bd432803012645ac136ddd64dba72"
   */
  walletAddress!: string;

  /**
   * A note of the user's own. Kept encrypted, and never shown.
   * @minLength 1
   * @maxLength 140
   */
  description?: string;
}

/**
 * @example { "withdrawId": "0f8fad5b-d9cb-469f-a165-70867728950e", "status": "COMPLETED", "amount": 100, "fee": 1, "netAmount": 99, "pixKey": "***.***.***-35", "estimatedAt": "2026-11-20T12:00:09.000Z", "createdAt": "2026-11-20T12:00:00.000Z", "completedAt": "2026-11-20T12:00:09.000Z", "endToEndId": "E1234567820261120120109abcdefghijk" }
 */
export interface WithdrawAnswer {
  withdrawId: string;
  /** PROCESSING until the debit is final and the payee is paid, or neither will ever be. */
  status: WithdrawStatus;
  /** BRL, gross: what the wallet gives, one unit of the pegged asset each. */
  amount: number;
  /** BRL. */
  fee: number;
  /** BRL that the payee gets; with the fee it is the amount. */
  netAmount: number;
  /** Masked. */
  pixKey: string;
  /** While PROCESSING an estimate; then when it ended. */
  estimatedAt: string;
  createdAt: string;
  /** When the payee was paid. */
  completedAt?: string;
  /** The end-to-end id of the PIX that was paid. */
  endToEndId?: string;
  /** Why it failed; absent before that. */
  reasonCode?: string;
}

export type WithdrawStatus = 'PROCESSING' | 'COMPLETED' | 'FAILED';
