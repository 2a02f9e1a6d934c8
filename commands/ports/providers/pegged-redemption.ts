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
  /** Sandbox only: the scenario of the X-Sandbox-Scenario header. */
  readonly scenario?: string;
}

/** What will be sent for an order. */
export interface PreparedRedemption {
  /** Null when only the redemption will know it. */
  readonly txid: string | null;
  /** Place in the signer's order, the same for every preparation of one key; null without a txid. */
  readonly nonce: Digits | null;
  /** Such as the signed transaction: secret, sealed before anything is written. Null when the key says it all. */
  readonly order: string | null;
}

export interface Redemption {
  readonly redemptionKey: string;
  /** PENDING until final: broadcast, mined and accepted are all PENDING. FAILED: no debit came of it, nor will. */
  readonly state: 'PENDING' | 'SETTLED' | 'FAILED';
  /** With SETTLED. */
  readonly debit?: PeggedDebit;
  /** With FAILED. REVERTED: it happened without effect. DROPPED: another transaction has its place. */
  readonly failure?: 'REVERTED' | 'DROPPED' | 'REFUSED';
}

/** Takes a pegged asset out of a user's wallet under the allowance that the wallet gave to the spender. */
export interface PeggedRedemption {
  /** Stands in the events of withdrawals, and never changes. */
  readonly name: string;
  readonly mode: Mode;
  readonly network: NetworkName;
  readonly assetId: number;
  readonly spender: string;
  /** Whose users it serves; null: those of every partner. */
  readonly partnerId: string | null;
  /** At finality, and of which block that is. */
  readonly readBalance: (context: CallContext, wallet: string) => Promise<Result<BalanceReading>>;
  /** Sends nothing. */
  readonly prepare: (context: CallContext, order: RedemptionOrder) => Promise<Result<PreparedRedemption>>;
  /** Sends what was prepared. The same again is the same debit: it may be repeated. */
  readonly redeem: (
    context: CallContext,
    order: RedemptionOrder,
    prepared: PreparedRedemption,
  ) => Promise<Result<Redemption>>;
  /** Of everything that was sent for the key. NOT_FOUND: nothing of it has arrived. */
  readonly get: (
    context: CallContext,
    order: RedemptionOrder,
    sent: readonly Pick<PreparedRedemption, 'txid' | 'nonce'>[],
  ) => Promise<Result<Redemption>>;
}

export interface PeggedRedemptions {
  /** Null for the partner: nobody is known, so only what serves every partner. */
  readonly choose: (mode: Mode, partnerId: string | null) => PeggedRedemption | null;
  readonly named: (name: string, mode: Mode) => PeggedRedemption | null;
}

/** Asked when a withdrawal is opened, and again before anything is sent for it. */
export const mayServe = (redemption: Pick<PeggedRedemption, 'partnerId'>, partnerId: string | null): boolean =>
  redemption.partnerId === null || redemption.partnerId === partnerId;
