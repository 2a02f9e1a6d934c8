import { IsOptional } from 'class-validator';
import type { ProviderRejection } from '../../../aggregates/kyc/events';
import { IsBrl } from '../request/shape/brl';

/** Why a bank may say no to what it has taken. */
export type SandboxRefusal =
  | 'INSUFFICIENT_FUNDS'
  | 'LIMIT_EXCEEDED'
  | 'KEY_NOT_FOUND'
  | 'KEY_INVALID'
  | 'KEY_FRAUD_FLAGGED'
  | 'ACCOUNT_CLOSED'
  | 'ACCOUNT_BLOCKED'
  | 'PAYEE_MISMATCH'
  | 'CODE_EXPIRED'
  | 'CODE_ALREADY_PAID'
  | 'OUT_OF_HOURS'
  | 'SANCTIONED'
  | 'FRAUD_SUSPECTED'
  | 'OTHER';

export class RejectPayoutRequest {
  /**
   * The reason; OTHER by default.
   * @example "ACCOUNT_CLOSED"
   */
  code?: SandboxRefusal;
}

/** @example { "decision": "REJECTED", "reason": "FACE_MISMATCH" } */
export interface DecideSessionRequest {
  decision: 'APPROVED' | 'REJECTED';
  /** With a rejection alone; by default the document's own reason, or OTHER. */
  reason?: ProviderRejection;
}

/** @example { "sessionId": "7f4df3a8-1df8-5b6c-a5d9-1f0f2e3a4b5c", "decision": "APPROVED" } */
export interface DecidedSessionAnswer {
  sessionId: string;
  /** At the simulated provider; the session follows when the provider is asked. */
  decision: 'APPROVED' | 'REJECTED';
}

export class ReturnPayoutRequest {
  /**
   * BRL, at most 2 decimals; by default all that has not come back yet.
   * @example 10.00
   */
  @IsOptional()
  @IsBrl()
  amount?: number;
}

export class AdvanceRequest {
  /**
   * How far the simulators' time moves on: at most 31,536,000, a year.
   * @isInt
   * @minimum 1
   * @maximum 31536000
   * @example 60
   */
  seconds!: number;
}

/** @example { "id": "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "state": "SETTLED", "amount": 100, "returnedAmount": 0 } */
export interface SimulatedPayoutAnswer {
  id: string;
  /** At the simulated bank; the payment follows when the bank's callback was taken. */
  state: 'CREATED' | 'ACCEPTED' | 'PROCESSING' | 'SETTLED' | 'FAILED' | 'RETURNED';
  amount: number;
  returnedAmount: number;
}

/** @example { "aheadSeconds": 60 } */
export interface SimulatedTimeAnswer {
  /** How far the partner's simulated time is ahead now. */
  aheadSeconds: number;
}

/** @example { "resetAt": "2026-11-20T12:00:00.000Z" } */
export interface ResetAnswer {
  resetAt: string;
}
