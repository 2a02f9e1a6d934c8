import type { DepositId } from '../chain';
import type { Decider } from '../decider';
import type { Digits } from '../money';
import { invalidField, rejection } from '../rejection';
import type { CommandOf, WatcherCommand } from './commands';
import type { HistoryGap, WatcherEvent } from './events';
import {
  type GivenUp,
  giveUpDeposit,
  giveUpTransaction,
  judgeGivenUp,
  NOTHING_GIVEN_UP,
  withGivenUp,
} from './giving-up';

export type { WatcherCommand } from './commands';

export type Finality =
  | { readonly standing: 'SOUND' }
  | { readonly standing: 'QUESTIONED'; readonly since: string }
  | { readonly standing: 'VIOLATED'; readonly height: Digits; readonly commonHeight: Digits | null }
  | { readonly standing: 'ACCEPTED'; readonly fromHeight: Digits; readonly acceptedAt: string };

export interface SkippedHeights {
  readonly fromHeight: Digits;
  readonly toHeight: Digits;
}

export interface WatcherState {
  /** ISO 8601, UTC: sorts as text. Empty before the first watermark. */
  readonly time: string;
  readonly blockNumber: Digits | null;
  readonly finality: Finality;
  readonly lostDeposits: readonly DepositId[];
  readonly givenUp: GivenUp;
  readonly gap: HistoryGap | null;
  readonly skipped: readonly SkippedHeights[];
  readonly haltedAssets: readonly number[];
}

/** A contradiction counts after this time without an agreeing scan in between. */
export const CONTRADICTION_CONFIRMED_MS = 60_000;

/** Stops matches and new payouts; for a given-up deposit until its check, for a lost one permanently. */
export const isInQuestion = ({ finality, lostDeposits, givenUp }: WatcherState, depositId: DepositId): boolean =>
  finality.standing !== 'SOUND' || lostDeposits.includes(depositId) || givenUp.deposits.includes(depositId);

const SOUND: Finality = { standing: 'SOUND' };

const evolve = (state: WatcherState, event: WatcherEvent): WatcherState => {
  switch (event.type) {
    case 'WatermarkReached':
      return { ...state, time: event.data.time, blockNumber: event.data.blockNumber };
    case 'FinalityQuestioned':
      return { ...state, finality: { standing: 'QUESTIONED', since: event.data.questionedAt } };
    case 'FinalityReaffirmed':
      return { ...state, finality: SOUND };
    case 'FinalityViolated': {
      const { height, commonHeight } = event.data;
      return { ...state, finality: { standing: 'VIOLATED', height, commonHeight } };
    }
    case 'FinalityAccepted': {
      const { fromHeight, acceptedAt } = event.data;
      return { ...state, finality: { standing: 'ACCEPTED', fromHeight, acceptedAt } };
    }
    case 'DepositsLost':
      return {
        ...state,
        lostDeposits: [...state.lostDeposits, ...event.data.depositIds],
        givenUp: withGivenUp(state.givenUp, event),
      };
    case 'DepositGivenUp':
    case 'GivenUpJudged':
    case 'TransactionGivenUp':
      return { ...state, givenUp: withGivenUp(state.givenUp, event) };
    case 'GapSeen': {
      const { seenAt, ...gap } = event.data;
      return { ...state, gap };
    }
    case 'GapAccepted': {
      const { fromHeight, toHeight } = event.data;
      return { ...state, gap: null, skipped: [...state.skipped, { fromHeight, toHeight }] };
    }
    case 'AssetHalted':
      return { ...state, haltedAssets: [...state.haltedAssets, event.data.assetId] };
    case 'AssetResumed':
      return { ...state, haltedAssets: state.haltedAssets.filter((assetId) => assetId !== event.data.assetId) };
  }
};

const decide = (state: WatcherState, command: WatcherCommand): readonly WatcherEvent[] => {
  switch (command.type) {
    case 'ReachWatermark':
      return command.watermark.time > state.time ? [{ type: 'WatermarkReached', data: command.watermark }] : [];
    case 'ReportContradiction':
      return contradicted(state, command);
    case 'ReaffirmFinality':
      return reaffirmed(state, command);
    case 'AcceptFinality':
      return acceptFinality(state, command);
    case 'LoseDeposits':
      return lost(state, command);
    case 'GiveUpDeposit':
      return giveUpDeposit(state.givenUp, state.finality.standing === 'ACCEPTED', command);
    case 'JudgeGivenUp':
      return judgeGivenUp(state.givenUp, command);
    case 'GiveUpTransaction':
      return giveUpTransaction(state.givenUp, command);
    case 'ReportGap':
      if (state.gap?.height === command.gap.height) return [];
      return [{ type: 'GapSeen', data: { ...command.gap, seenAt: command.now } }];
    case 'AcceptGap':
      return acceptGap(state, command);
    case 'HaltAsset':
      if (state.haltedAssets.includes(command.shortage.assetId)) return [];
      return [{ type: 'AssetHalted', data: { ...command.shortage, haltedAt: command.now } }];
    case 'ResumeAsset':
      return resumeAsset(state, command);
  }
};

const contradicted = (
  { finality }: WatcherState,
  { contradiction, now }: CommandOf<'ReportContradiction'>,
): readonly WatcherEvent[] => {
  const violated: WatcherEvent = { type: 'FinalityViolated', data: { ...contradiction, violatedAt: now } };
  switch (finality.standing) {
    case 'SOUND':
      return [{ type: 'FinalityQuestioned', data: { ...contradiction, questionedAt: now } }];
    case 'QUESTIONED':
      return Date.parse(now) - Date.parse(finality.since) >= CONTRADICTION_CONFIRMED_MS ? [violated] : [];
    case 'VIOLATED':
      return [];
    // The operator accepted too high a height, or history changed again.
    case 'ACCEPTED':
      return [violated];
  }
};

const reaffirmed = (
  { finality }: WatcherState,
  { network, now }: CommandOf<'ReaffirmFinality'>,
): readonly WatcherEvent[] => {
  // Only an operator settles a violation, even when the endpoints agree again.
  if (finality.standing === 'SOUND' || finality.standing === 'VIOLATED') return [];
  return [{ type: 'FinalityReaffirmed', data: { network, reaffirmedAt: now } }];
};

const acceptFinality = (
  { finality }: WatcherState,
  { network, fromHeight, reason, now }: CommandOf<'AcceptFinality'>,
): readonly WatcherEvent[] => {
  if (finality.standing !== 'VIOLATED') {
    throw rejection('WRONG_STATE', `The final history of ${network} is unchanged: it needs no acceptance`);
  }
  const highest = finality.commonHeight === null ? BigInt(finality.height) : BigInt(finality.commonHeight) + 1n;
  if (BigInt(fromHeight) > highest) {
    throw invalidField('from', `must be at most ${highest}, the last height with an unchanged history`);
  }
  return [{ type: 'FinalityAccepted', data: { network, fromHeight, reason, acceptedAt: now } }];
};

const lost = (
  { lostDeposits }: WatcherState,
  { network, depositIds, now }: CommandOf<'LoseDeposits'>,
): readonly WatcherEvent[] => {
  const news = depositIds.filter((depositId) => !lostDeposits.includes(depositId));
  return news.length === 0 ? [] : [{ type: 'DepositsLost', data: { network, depositIds: news, lostAt: now } }];
};

const acceptGap = (
  { gap }: WatcherState,
  { network, toHeight, reason, now }: CommandOf<'AcceptGap'>,
): readonly WatcherEvent[] => {
  if (gap === null) throw rejection('WRONG_STATE', `${network} has no open gap to skip`);
  if (BigInt(toHeight) < BigInt(gap.height))
    throw invalidField('to', `must be at least ${gap.height}, the begin of the gap`);
  if (gap.readableFrom !== null && BigInt(toHeight) >= BigInt(gap.readableFrom)) {
    throw invalidField('to', `must be below ${gap.readableFrom}, the first readable height`);
  }
  const accepted = { network, fromHeight: gap.height, toHeight, reason, acceptedAt: now };
  return [{ type: 'GapAccepted', data: accepted }];
};

const resumeAsset = (
  { haltedAssets }: WatcherState,
  { network, assetId, now }: CommandOf<'ResumeAsset'>,
): readonly WatcherEvent[] => {
  if (!haltedAssets.includes(assetId)) throw rejection('WRONG_STATE', `Asset ${assetId} of ${network} is not halted`);
  return [{ type: 'AssetResumed', data: { network, assetId, resumedAt: now } }];
};

export const watcher: Decider<WatcherState, WatcherCommand, WatcherEvent> = {
  category: 'watcher',
  initial: {
    time: '',
    blockNumber: null,
    finality: SOUND,
    lostDeposits: [],
    givenUp: NOTHING_GIVEN_UP,
    gap: null,
    skipped: [],
    haltedAssets: [],
  },
  evolve,
  decide,
};
