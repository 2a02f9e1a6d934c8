import { IsOptional } from 'class-validator';
import { IsBrl } from '../request/shape/brl';
import type { PriceContextAnswer } from '../shared/quotes.dto';

/** The simulated amount and asset; other fields are accepted and ignored. */
export interface SimulateFeesRequest {
  /**
   * BRL, greater than zero with at most 2 decimals. The limits per operation do not bound a simulation.
   * @example 100.00
   */
  amount: number;

  /**
   * From the catalog; without it the generic fee schedule is simulated.
   * @isInt
   * @example 201
   */
  assetId?: number;

  [anythingElse: string]: unknown;
}

/** The fields that count, with their meaning. */
export class SimulateFees {
  @IsBrl()
  amount!: number;

  @IsOptional()
  assetId?: number;
}

export interface FeeScheduleAnswer {
  /** BRL: the platform's fee is never less. */
  floor: number;
  /** Percent of the amount; 0 for the pegged asset. */
  platformPercent: number;
  partnerMarkupPercent: number;
}

/** As in a quote; crypto amounts are null without an asset, since there is no price. */
export interface SimulatedValuesAndFees {
  paymentInFiat: number;
  paymentInCrypto: string | null;
  networkFeeFiat: number;
  networkFeeCrypto: string | null;
  processingFeeFiat: number;
  processingFeeCrypto: string | null;
  totalFeeFiat: number;
  totalFeeCrypto: string | null;
  totalFiat: number;
  totalCrypto: string | null;
}

/**
 * @example { "amount": 100, "assetId": 201, "feeSchedule": { "floor": 1, "platformPercent": 1.5, "partnerMarkupPercent": 0 }, "valuesAndFees": { "paymentInFiat": 100, "paymentInCrypto": "0.00547945", "networkFeeFiat": 0, "networkFeeCrypto": "0", "processingFeeFiat": 1.5, "processingFeeCrypto": "0.00008219", "totalFeeFiat": 1.5, "totalFeeCrypto": "0.00008219", "totalFiat": 101.5, "totalCrypto": "0.00556164" }, "priceContext": { "pair": "ETH/BRL", "price": 18250, "priceAfterDiscount": 18250, "discountAppliedBps": 0, "feeFloor": 1, "feePercentApplied": 1.5, "updated_at": "2026-11-20T12:00:00.000Z", "sources": ["sandbox"] } }
 */
export interface SimulatedFeesAnswer {
  amount: number;
  assetId: number | null;
  feeSchedule: FeeScheduleAnswer;
  valuesAndFees: SimulatedValuesAndFees;
  /** Null without an asset. */
  priceContext: PriceContextAnswer | null;
}
