import type { DepositId, NetworkName } from '../chain';
import type { Digits } from '../money';

/**
 * WatermarkReached -> WatermarkReached, later. FinalityQuestioned -> FinalityReaffirmed, or FinalityQuestioned ->
 * FinalityViolated -> FinalityAccepted -> (DepositsLost, DepositGivenUp) -> FinalityReaffirmed. GapSeen -> GapAccepted.
 * AssetHalted -> AssetResumed. DepositGivenUp -> GivenUpJudged or DepositsLost. TransactionGivenUp.
 */
export type WatcherEvent =
  | { readonly type: 'WatermarkReached'; readonly data: WatermarkReached }
  | { readonly type: 'FinalityQuestioned'; readonly data: Contradiction & { readonly questionedAt: string } }
  | { readonly type: 'FinalityReaffirmed'; readonly data: FinalityReaffirmed }
  | { readonly type: 'FinalityViolated'; readonly data: Contradiction & { readonly violatedAt: string } }
  | { readonly type: 'FinalityAccepted'; readonly data: FinalityAccepted }
  | { readonly type: 'DepositsLost'; readonly data: DepositsLost }
  | { readonly type: 'DepositGivenUp'; readonly data: DepositGivenUp }
  | { readonly type: 'GivenUpJudged'; readonly data: GivenUpJudged }
  | { readonly type: 'TransactionGivenUp'; readonly data: TransactionGivenUp }
  | { readonly type: 'GapSeen'; readonly data: HistoryGap & { readonly seenAt: string } }
  | { readonly type: 'GapAccepted'; readonly data: GapAccepted }
  | { readonly type: 'AssetHalted'; readonly data: Shortage & { readonly haltedAt: string } }
  | { readonly type: 'AssetResumed'; readonly data: AssetResumed };

/** The newest scanned block is later than `time`: every deposit up to `time` is known. */
export interface WatermarkReached {
  readonly network: NetworkName;
  readonly time: string;
  readonly blockNumber: Digits;
}

/** Every endpoint reports another hash for a height that was final. */
export interface Contradiction {
  readonly network: NetworkName;
  readonly height: Digits;
  readonly kept: string;
  readonly seen: string;
  /** The highest kept height whose hash the chain still has; null when none. */
  readonly commonHeight: Digits | null;
}

/** The endpoints agree with the final blocks again. After FinalityAccepted: all final deposits were judged again. */
export interface FinalityReaffirmed {
  readonly network: NetworkName;
  readonly reaffirmedAt: string;
}

/** An operator continues from `fromHeight` with the endpoints' current history. */
export interface FinalityAccepted {
  readonly network: NetworkName;
  readonly fromHeight: Digits;
  readonly reason: string;
  readonly acceptedAt: string;
}

/** Deposits of an intent that the accepted history lacks: nothing more is paid on them. */
export interface DepositsLost {
  readonly network: NetworkName;
  readonly depositIds: readonly DepositId[];
  readonly lostAt: string;
}

/** An operator continues without the check of a deposit, which pays nothing until the network confirms it. */
export interface DepositGivenUp {
  readonly network: NetworkName;
  readonly depositId: DepositId;
  readonly reason: string;
  readonly givenUpAt: string;
}

/** A given-up deposit was checked. A missing deposit that pays an intent ends in DepositsLost instead. */
export interface GivenUpJudged {
  readonly network: NetworkName;
  readonly depositId: DepositId;
  readonly verdict: 'FINAL' | 'GONE';
  readonly judgedAt: string;
}

export interface UnreadInBlock {
  readonly txid: string;
  readonly height: Digits;
  readonly blockHash: string;
  /** Our memos in the transaction's calldata; null: calldata unknown. */
  readonly namedMemos: readonly string[] | null;
  readonly unreadSince: string;
}

/** An operator continues without a transaction, which delays nothing and is reported once readable. */
export interface TransactionGivenUp extends UnreadInBlock {
  readonly network: NetworkName;
  readonly reason: string;
  readonly givenUpAt: string;
}

export interface HistoryGap {
  readonly network: NetworkName;
  readonly height: Digits;
  readonly readableFrom: Digits | null;
  readonly reason: string;
}

/** An operator continues after `toHeight`: payments from `fromHeight` to `toHeight` are not seen. */
export interface GapAccepted {
  readonly network: NetworkName;
  readonly fromHeight: Digits;
  readonly toHeight: Digits;
  readonly reason: string;
  readonly acceptedAt: string;
}

/** A block transferred less of a token than its logs say: the asset takes no new intents. */
export interface Shortage {
  readonly network: NetworkName;
  readonly assetId: number;
  readonly height: Digits;
  readonly loggedBaseUnits: Digits;
  readonly arrivedBaseUnits: Digits;
}

export interface AssetResumed {
  readonly network: NetworkName;
  readonly assetId: number;
  readonly resumedAt: string;
}
