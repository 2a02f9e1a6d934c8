import type { NetworkName } from '../chain';
import type { Digits } from '../money';
import type { Mode } from '../partner/events';
import type { FeeParts, PayoutTerms } from '../quote/events';
import type { Sealed } from '../sealed';

/** Identical in reservation and withdrawal: gross = fees + what the payout pays, in cents, exactly. */
export interface WithdrawalTerms {
  readonly withdrawId: string;
  readonly userId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly network: NetworkName;
  readonly assetId: number;
  readonly symbol: string;
  readonly decimals: number;
  readonly wallet: string;
  /** The gross in base units of the asset; one unit is one real. */
  readonly amountBaseUnits: Digits;
  readonly grossCents: Digits;
  readonly fees: FeeParts;
  readonly payout: PayoutTerms;
  readonly currency: 'BRL';
  /** Only this redemption is asked for the debit, or about it. */
  readonly redemption: string;
  readonly description?: Sealed;
  readonly externalUserId?: Sealed;
  readonly scenario?: string;
}

/** The wallet's final funds, and the last block of the reading. */
export interface BalanceReading {
  readonly balanceBaseUnits: Digits;
  readonly allowanceBaseUnits: Digits;
  readonly blockNumber: Digits;
}
