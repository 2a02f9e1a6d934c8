import type { OpsReason } from '../work/changes.dto';

export interface OpsNetwork {
  network: string;
  /** False: no new payment can use it. */
  isConfigured: boolean;
  mode: string | null;
  /** The last block that was scanned, in digits; null: never looked at. */
  cursor: string | null;
  /** The last final block, in digits. */
  final: string | null;
  lookedAt: string | null;
  questions: OpsNetworkQuestion[];
  /**
   * Transactions that could not be read and are waited for.
   * @isInt
   */
  unread: number;
  unreadSince: string | null;
  /** Transactions that operators gave up on, newest first. */
  givenUp: OpsGivenUp[];
}

/** Conditions that stop new payments of the network; WARNING, FAILING, LAGGING and GIVEN_UP do not. */
export interface OpsNetworkQuestion {
  kind:
    | ('FINALITY' | 'UNDECIDED' | 'GAP' | 'RECEIVER' | 'HALTED_ASSETS' | 'UNFIT_ASSETS')
    | ('WARNING' | 'FAILING' | 'LAGGING' | 'GIVEN_UP');
  /** English; null where the items say it. */
  says: string | null;
  /** Deposits or assets. */
  items: OpsQuestionItem[];
}

export interface OpsQuestionItem {
  id: string;
  reason: string | null;
}

export interface OpsGivenUp {
  transaction: string;
  height: string;
  reason: string;
  givenUpAt: string;
}

export interface OpsAcceptFinality extends OpsReason {
  /**
   * Blocks from this one on are scanned and judged again.
   * @pattern ^[0-9]{1,20}$ must be a height
   */
  fromHeight: string;
}

export interface OpsSkipGap extends OpsReason {
  /**
   * The last height that is skipped.
   * @pattern ^[0-9]{1,20}$ must be a height
   */
  toHeight: string;
}

export interface OpsGiveUpDeposit extends OpsReason {
  /** @maxLength 600 */
  depositId: string;
}

export interface OpsGiveUpTransaction extends OpsReason {
  /** @maxLength 128 */
  transaction: string;
}

export interface OpsResumeAsset extends OpsReason {
  /** @isInt must be a whole number */
  assetId: number;
}
