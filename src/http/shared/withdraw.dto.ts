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
