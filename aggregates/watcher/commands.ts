import type { DepositId, NetworkName } from '../chain';
import type { Digits } from '../money';
import type { Contradiction, GivenUpJudged, HistoryGap, Shortage, UnreadInBlock, WatermarkReached } from './events';

export type WatcherCommand =
  | { readonly type: 'ReachWatermark'; readonly watermark: WatermarkReached }
  | { readonly type: 'ReportContradiction'; readonly contradiction: Contradiction; readonly now: string }
  | { readonly type: 'ReaffirmFinality'; readonly network: NetworkName; readonly now: string }
  | (Decision & { readonly type: 'AcceptFinality'; readonly fromHeight: Digits })
  | {
      readonly type: 'LoseDeposits';
      readonly network: NetworkName;
      readonly depositIds: readonly DepositId[];
      readonly now: string;
    }
  | (Decision & {
      readonly type: 'GiveUpDeposit';
      readonly depositId: DepositId;
      readonly undecided: readonly DepositId[];
    })
  | {
      readonly type: 'JudgeGivenUp';
      readonly network: NetworkName;
      readonly depositId: DepositId;
      readonly verdict: GivenUpJudged['verdict'];
      readonly now: string;
    }
  | (Decision & {
      readonly type: 'GiveUpTransaction';
      readonly txid: string;
      readonly unread: readonly UnreadInBlock[];
    })
  | { readonly type: 'ReportGap'; readonly gap: HistoryGap; readonly now: string }
  | (Decision & { readonly type: 'AcceptGap'; readonly toHeight: Digits })
  | { readonly type: 'HaltAsset'; readonly shortage: Shortage; readonly now: string }
  | { readonly type: 'ResumeAsset'; readonly network: NetworkName; readonly assetId: number; readonly now: string };

interface Decision {
  readonly network: NetworkName;
  readonly reason: string;
  readonly now: string;
}

export type CommandOf<Type extends WatcherCommand['type']> = Extract<WatcherCommand, { readonly type: Type }>;
