import { IsOptional } from 'class-validator';
import type { ProviderRejection } from '../../../aggregates/kyc/events';
import { IsBrl } from '../request/shape/brl';
import { IsPersonDocument } from '../request/shape/people';

/** Why a bank may refuse an accepted order. */
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

/** @example { "decision": "CONFIRMED" } */
export interface DecideDeliveryRequest {
  /** FAILED: reverted, so that nothing arrives; the PIX goes back. */
  decision: 'CONFIRMED' | 'FAILED';
}

/** @example { "intentId": "1f0e3a4b-5c6d-5e7f-8a9b-0c1d2e3f4a5b", "decision": "CONFIRMED" } */
export interface DecidedDeliveryAnswer {
  intentId: string;
  /** On the simulated network; the intent follows when it is asked. */
  decision: 'CONFIRMED' | 'FAILED';
}

/** @example { "decision": "WON" } */
export interface DecideDisputeRequest {
  /** LOST: the bank gives the PIX back to its payer. */
  decision: 'WON' | 'LOST';
}

/** @example { "intentId": "1f0e3a4b-5c6d-5e7f-8a9b-0c1d2e3f4a5b", "decision": "WON", "endToEndId": "sbx_E000000002026112012004f2a1b3c9d0", "amount": 150 } */
export interface DecidedDisputeAnswer {
  intentId: string;
  /** At the simulated bank; the intent follows when the bank's callback was taken. */
  decision: 'WON' | 'LOST';
  /** The id of the PIX that was disputed. */
  endToEndId: string;
  amount: number;
}

export class PayChargeRequest {
  /**
   * BRL, at most 2 decimals; by default exactly what is charged.
   * @example 150.00
   */
  @IsOptional()
  @IsBrl()
  amount?: number;

  /**
   * CPF or CNPJ of who pays; by default the payer of the intent.
   * @example "404.428.201-35"
   */
  @IsOptional()
  @IsPersonDocument()
  taxID?: string;

  /**
   * When the bank says that it was paid; by default now.
   * @example "2026-11-20T12:00:00.000Z"
   */
  paidAt?: string;
}

/** @example { "endToEndId": "sbx_E000000002026112012004f2a1b3c9d0", "amount": 150, "paidAt": "2026-11-20T12:00:00.000Z" } */
export interface SimulatedPixAnswer {
  endToEndId: string;
  amount: number;
  paidAt: string;
}

/** @example { "intentId": "1f0e3a4b-5c6d-5e7f-8a9b-0c1d2e3f4a5b", "state": "PAID", "payments": [] } */
export interface SimulatedChargeAnswer {
  intentId: string;
  /** At the simulated bank; the intent follows when the bank's callback was taken. */
  state: 'ACTIVE' | 'PAID' | 'EXPIRED' | 'CANCELLED';
  /** Every PIX that came for the charge, the first one first. */
  payments: SimulatedPixAnswer[];
}
