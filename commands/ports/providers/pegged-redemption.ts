import type { NetworkName } from '../../../aggregates/chain';
import type { Digits } from '../../../aggregates/money';
import type { Mode } from '../../../aggregates/partner/events';
import type { PeggedDebit } from '../../../aggregates/pegged-balance/events';
import type { BalanceReading } from '../../../aggregates/pegged-balance/terms';
import type { CallContext, Result } from './result';

export interface RedemptionOrder {
  readonly redemptionKey: string;
  readonly wallet: string;
  readonly amountBaseUnits: Digits;
  readonly scenario?: string;
}

export interface PreparedRedemption {
  /** Null when only the redemption will know it. */
  readonly txid: string | null;
  /** Place in the signer's order, equal for every preparation of one key; null without a txid. */
  readonly nonce: Digits | null;
  /** The order, such as the signed transaction: secret, sealed before it is written. Null when the key is enough. */
  readonly order: string | null;
}

export interface Redemption {
  readonly redemptionKey: string;
  /** PENDING until final: broadcast, mined and accepted are all PENDING. FAILED: no debit, for ever. */
  readonly state: 'PENDING' | 'SETTLED' | 'FAILED';
  readonly debit?: PeggedDebit;
  /** With FAILED. REVERTED: executed without effect. DROPPED: another transaction has its place. */
  readonly failure?: 'REVERTED' | 'DROPPED' | 'REFUSED';
}

/** Takes a pegged asset from a user's wallet within its allowance for the spender. */
export interface PeggedRedemption {
  readonly name: string;
  readonly mode: Mode;
  readonly network: NetworkName;
  readonly assetId: number;
  readonly spender: string;
  /** The partner whose users it serves; null: all partners. */
  readonly partnerId: string | null;
  /** Balance at finality, with its block. */
  readonly readBalance: (context: CallContext, wallet: string) => Promise<Result<BalanceReading>>;
  readonly prepare: (context: CallContext, order: RedemptionOrder) => Promise<Result<PreparedRedemption>>;
  /** Sends the prepared order. The same order again is the same debit, so a repetition is allowed. */
  readonly redeem: (
    context: CallContext,
    order: RedemptionOrder,
    prepared: PreparedRedemption,
  ) => Promise<Result<Redemption>>;
  /** The final result of all sendings of the key. NOT_FOUND: none has arrived. */
  readonly get: (
    context: CallContext,
    order: RedemptionOrder,
    sent: readonly Pick<PreparedRedemption, 'txid' | 'nonce'>[],
  ) => Promise<Result<Redemption>>;
}

export interface PeggedRedemptions {
  /** Null for an unknown partner: only a redemption for all partners is chosen. */
  readonly choose: (mode: Mode, partnerId: string | null) => PeggedRedemption | null;
  readonly named: (name: string, mode: Mode) => PeggedRedemption | null;
}

/** Asked when a withdrawal is opened, and again before any sending. */
export const mayServe = (redemption: Pick<PeggedRedemption, 'partnerId'>, partnerId: string | null): boolean =>
  redemption.partnerId === null || redemption.partnerId === partnerId;
