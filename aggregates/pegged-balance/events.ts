import type { DepositId, NetworkName } from '../chain';
import type { Digits } from '../money';
import type { FeeParts } from '../quote/events';
import type { BalanceReading, WithdrawalTerms } from './terms';

/** For each withdrawal: BalanceReserved -> BalanceReleased, or -> BalanceCaptured -> PeggedDebitSettled or released. */
export type PeggedBalanceEvent =
  | { readonly type: 'BalanceReserved'; readonly data: BalanceReserved }
  | { readonly type: 'BalanceCaptured'; readonly data: BalanceCaptured }
  | { readonly type: 'PeggedDebitSettled'; readonly data: PeggedDebitSettled }
  | { readonly type: 'BalanceReleased'; readonly data: BalanceReleased };

export interface BalanceReserved extends WithdrawalTerms {
  readonly reading: BalanceReading;
  readonly reservedAt: string;
}

/** From here on only the end of the debit releases the amount. */
export interface BalanceCaptured {
  readonly withdrawId: string;
  readonly assetId: number;
  readonly amountBaseUnits: Digits;
  readonly capturedAt: string;
}

/** A movement from the wallet, final on its chain or reported as irrevocable by its issuer. */
export interface PeggedDebit {
  /** TREASURY: to an address of ours. ISSUER: burnt or sent back there; the issuer pays reais. */
  readonly to: 'TREASURY' | 'ISSUER';
  readonly debitId: DepositId;
  readonly network: NetworkName;
  readonly txid: string;
  readonly assetId: number;
  readonly wallet: string;
  /** The receiver; null when the debit was burnt. */
  readonly receiver: string | null;
  readonly amountBaseUnits: Digits;
  readonly blockNumber: Digits;
  readonly blockTime: string;
  /** Fee that we paid in the network's own coin; null when none. */
  readonly gasBaseUnits: Digits | null;
  /** Centavos that the issuer pays for the debit; null for TREASURY. */
  readonly issuerCents: Digits | null;
}

export interface PeggedDebitSettled {
  readonly withdrawId: string;
  readonly partnerId: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly redemption: string;
  readonly debit: PeggedDebit;
  readonly grossCents: Digits;
  readonly netCents: Digits;
  readonly fees: FeeParts;
  readonly settledAt: string;
}

export interface BalanceReleased {
  readonly withdrawId: string;
  readonly assetId: number;
  readonly amountBaseUnits: Digits;
  /** ABANDONED: there never was a withdrawal. FAILED: it ended without a debit. */
  readonly reason: 'ABANDONED' | 'FAILED';
  readonly releasedAt: string;
}
