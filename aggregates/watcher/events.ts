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

/** The newest block that a watcher has scanned is later than `time`: every deposit up to then is known. */
export interface WatermarkReached {
  readonly network: NetworkName;
  readonly time: string;
  readonly blockNumber: Digits;
}

/** Every endpoint says another hash of a height that was final. */
export interface Contradiction {
  readonly network: NetworkName;
  readonly height: Digits;
  readonly kept: string;
  readonly seen: string;
  /** The highest kept height whose hash still is the chain's; null when none of them is. */
  readonly commonHeight: Digits | null;
}

/** The endpoints agree again with what was final; after an acceptance: what had become final has been judged again. */
export interface FinalityReaffirmed {
  readonly network: NetworkName;
  readonly reaffirmedAt: string;
}

/** An operator goes on from `fromHeight` with the history that the endpoints tell now. */
export interface FinalityAccepted {
  readonly network: NetworkName;
  readonly fromHeight: Digits;
  readonly reason: string;
  readonly acceptedAt: string;
}

/** Deposits that serve an intent and are not in the history that was accepted: nothing more is paid on them. */
export interface DepositsLost {
  readonly network: NetworkName;
  readonly depositIds: readonly DepositId[];
  readonly lostAt: string;
}

/** An operator lets the network go on without the judgement of a deposit: nothing is paid on it until it is judged. */
export interface DepositGivenUp {
  readonly network: NetworkName;
  readonly depositId: DepositId;
  readonly reason: string;
  readonly givenUpAt: string;
}

/** A deposit that was given up could be judged after all; one that serves an intent and is gone is lost instead. */
export interface GivenUpJudged {
  readonly network: NetworkName;
  readonly depositId: DepositId;
  readonly verdict: 'FINAL' | 'GONE';
  readonly judgedAt: string;
}

/** A transaction as one block holds it, which no endpoint could read. */
export interface UnreadInBlock {
  readonly txid: string;
  readonly height: Digits;
  readonly blockHash: string;
  /** Those of ours that its calldata carries; null: its calldata is not known. */
  readonly namedMemos: readonly string[] | null;
  readonly unreadSince: string;
}

/** An operator lets the network go on without it: it holds nothing, and is told all the same once it can be read. */
export interface TransactionGivenUp extends UnreadInBlock {
  readonly network: NetworkName;
  readonly reason: string;
  readonly givenUpAt: string;
}

/** History that no endpoint has. */
export interface HistoryGap {
  readonly network: NetworkName;
  /** The first height that cannot be read. */
  readonly height: Digits;
  /** The first one that can be read again; null when it is not known. */
  readonly readableFrom: Digits | null;
  readonly reason: string;
}

/** An operator goes on behind `toHeight`: what was paid from `fromHeight` to there is not seen. */
export interface GapAccepted {
  readonly network: NetworkName;
  readonly fromHeight: Digits;
  readonly toHeight: Digits;
  readonly reason: string;
  readonly acceptedAt: string;
}

/** Less of a token arrived in a block than its logs say: it takes no new intents. */
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
