import { IsOptional } from 'class-validator';
import { IsBrl } from '../request/shape/brl';
import { IsPersonDocument } from '../request/shape/people';

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
