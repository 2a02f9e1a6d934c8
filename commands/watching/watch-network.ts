import { type WatcherState, watcher } from '../../aggregates/watcher/watcher';
import { knownStateOf } from '../handling/reading/read-stream';
import type { ChainHead, KeptHash } from '../ports/chains/chain-reader';
import type { NetworkQuestions, UndecidedDeposit } from '../ports/chains/network-standing';
import { raiseOpenAlarms } from './alarms';
import { compareBalances } from './coin/compare-balances';
import { tellLag } from './falling-behind';
import { askHeads, followAccepted, newFinalHash, rememberHash } from './finality';
import { followHints } from './hints/follow-hints';
import { judgeGivenUp } from './judging/judge-given-up';
import { judgeOpen } from './judging/judge-open';
import { questionsOf, tellReceivers, tellUnfitAssets, warningOf } from './judging/questions';
import { rejudgeFinal } from './judging/rejudge-final';
import { highest, lowest, type NextRange, nextRange } from './scanning/next-range';
import { readUnread } from './scanning/read-unread';
import { rescanFinal } from './scanning/rescan-final';
import { type ScanResult, scanNext } from './scanning/scan-next';
import { tellSecondLooks } from './second-looks';
import { tellWatcher } from './tell-watcher';
import type { CursorNotes, Look, WatchCursor, WatchDeps } from './watch-deps';

/** Known up to this block's time, at most the scan's start. Written only when an intent is affected. */
const reachWatermark = async (deps: WatchDeps, { startedAtMs }: Look, upTo: ChainHead): Promise<void> => {
  const time = new Date(Math.min(Date.parse(upTo.time), startedAtMs)).toISOString();
  if (!(await deps.watermarkMatters(time))) return;
  const watermark = { network: deps.reader.network, time, blockNumber: upTo.height.toString() };
  await tellWatcher(deps, { type: 'ReachWatermark', watermark }, time);
};

export interface NetworkLook {
  readonly behind: boolean;
  readonly questions: NetworkQuestions;
  readonly failure: string | null;
  /** Movements that could not be judged or read, with the reason; retried automatically. */
  readonly troubles: readonly string[];
  /** Newest block's time minus our clock; null when unknown. */
  readonly aheadMs: number | null;
  readonly unprovedBlocks: number;
  /** Deposits that no scan had reported. */
  readonly foundLate: number;
}

/** Rejects when node or store does not answer. Stops while finality is in doubt; judges none without a comparison. */
export const watchNetwork = (deps: WatchDeps) => async (): Promise<NetworkLook> => {
  const startedAtMs = deps.clock.now();
  const known = await knownStateOf(deps, watcher, deps.reader.network);
  const saved = await deps.store.readCursor();
  await raiseOpenAlarms(deps, known, saved);
  const cursor = await followAccepted(deps, known, saved);
  const { heads, state } = await askHeads(deps, known, cursor);
  if (heads === null) return inQuestion(deps, state, cursor);
  return lookOn(deps, { startedAtMs, startedAt: new Date(startedAtMs).toISOString(), state, cursor, heads });
};

const inQuestion = async (deps: WatchDeps, state: WatcherState, cursor: WatchCursor | null): Promise<NetworkLook> => {
  const { gap, receiver, warning, unfitAssets = [], failing, lagging } = cursor?.questions ?? {};
  const questions = questionsOf(state, { undecided: [], gap, receiver, warning, unfitAssets, failing, lagging });
  if (JSON.stringify(questions) !== JSON.stringify(cursor?.questions)) await deps.store.saveQuestions(questions);
  return {
    ...{ behind: false, questions, failure: null, troubles: [] },
    aheadMs: null,
    unprovedBlocks: 0,
    foundLate: 0,
  };
};

const lookOn = async (deps: WatchDeps, look: Look): Promise<NetworkLook> => {
  const { startedAtMs, heads } = look;
  const next = await nextRange(deps.reader, look, deps.memory.kept?.hashes ?? []);
  const scan = await scanNext(deps, look, next);
  const settled = await settle(deps, look, next);
  const receiver = tellReceivers(deps, look);
  const warning = warningOf(look);
  const unfitAssets = tellUnfitAssets(deps, look);
  const gap = gapAhead(look, scan);
  const failing = tellSecondLooks(deps, look);
  const lagging = tellLag(deps, look, scan.scanned?.upTo.height);
  const { undecided } = settled;
  const questions = questionsOf(settled.state, { undecided, gap, receiver, warning, unfitAssets, failing, lagging });
  if (scan.scanned !== null) await reachWatermark(deps, look, scan.scanned.upTo);
  await keepProgress(deps, look, { next, scan, questions, recheckedHeight: settled.recheckedHeight });
  return {
    behind: scan.scanned !== null && scan.scanned.upTo.height < heads.newest.height,
    questions,
    failure: scan.failure,
    troubles: settled.troubles,
    aheadMs: Date.parse(heads.newest.time) - startedAtMs,
    unprovedBlocks: settled.unprovedBlocks,
    foundLate: settled.foundLate,
  };
};

interface Settled extends Pick<NetworkLook, 'troubles' | 'unprovedBlocks' | 'foundLate'> {
  readonly state: WatcherState;
  readonly undecided: readonly UndecidedDeposit[];
  readonly recheckedHeight: bigint;
}

/** Reads and judges earlier movements, unless final history cannot be compared. */
const settle = async (deps: WatchDeps, look: Look, { finalHeight }: NextRange): Promise<Settled> => {
  const { state, cursor, heads } = look;
  if (heads.uncompared !== null) {
    const recheckedHeight = cursor?.recheckedHeight ?? finalHeight;
    const { undecided = [] } = cursor?.questions ?? {};
    return { ...{ state, undecided, recheckedHeight }, troubles: [], unprovedBlocks: 0, foundLate: 0 };
  }
  const unread = await readUnread(deps, look);
  const hints = await followHints(deps, look);
  const judged = await judgeOpen(deps, look);
  const rejudged = await rejudgeFinal(deps, look);
  const givenUp = await judgeGivenUp(deps, { ...look, state: rejudged.state });
  const rechecked = await rescanFinal(deps, look, finalHeight);
  const coin = await compareBalances(deps, look, finalHeight);
  const late = [rechecked.trouble, coin].filter((trouble) => trouble !== null);
  return {
    state: givenUp.state,
    undecided: rejudged.undecided,
    recheckedHeight: rechecked.upToHeight,
    troubles: [...unread, ...hints, ...judged.troubles, ...rejudged.troubles, ...givenUp.troubles, ...late],
    unprovedBlocks: judged.unprovedBlocks,
    foundLate: rechecked.foundLate,
  };
};

const gapAhead = ({ state, cursor }: Look, { scanned, gap }: ScanResult): string | undefined => {
  const height = scanned?.upTo.height ?? cursor?.height ?? null;
  if (gap !== null || state.gap === null) return gap?.reason;
  return height === null || height < BigInt(state.gap.height) ? state.gap.reason : undefined;
};

interface Progress {
  readonly next: NextRange;
  readonly scan: ScanResult;
  readonly questions: NetworkQuestions;
  readonly recheckedHeight: bigint;
}

/** Scans without changes are saved at most this often. */
const LOOKED_AT_RESOLUTION_MS = 1_000;

const keepProgress = async (deps: WatchDeps, look: Look, progress: Progress): Promise<void> => {
  const { cursor, startedAtMs } = look;
  const scanned = progress.scan.scanned?.upTo;
  const place = scanned ?? cursor;
  // A network without a scan is not offered.
  if (place === null) return;
  const { height, hash } = place;
  const after: WatchCursor = {
    ...{ height, hash },
    finalHeight: await finalHeightOf(deps, look, progress.next),
    recheckedHeight: progress.recheckedHeight,
    resume: progress.scan.scanned === null ? (cursor?.resume ?? null) : progress.scan.scanned.resume,
    lookedAt: isComplete(look, progress) ? look.startedAt : (cursor?.lookedAt ?? null),
    questions: progress.questions,
    followedAt: cursor?.followedAt ?? null,
  };
  const finalHash = newFinalHash(deps, look.heads, scanned?.height);
  const notes = notesOf(progress, finalHash);
  const isRecent = startedAtMs - Date.parse(cursor?.lookedAt ?? '1970-01-01') < LOOKED_AT_RESOLUTION_MS;
  if (finalHash === undefined && scanned === undefined && isRecent && isSame(cursor, after)) return;
  await deps.store.saveCursor(after, notes);
  if (finalHash !== undefined) rememberHash(deps, finalHash);
};

const notesOf = ({ next, scan }: Progress, finalHash: KeptHash | undefined): CursorNotes => ({
  ...(finalHash === undefined ? {} : { finalHash }),
  ...(scan.scanned === null ? {} : { dust: { fromHeight: next.from, counts: scan.scanned.dust } }),
});

/** Stays below unread transactions, so that a reorganisation rescans them. */
const finalHeightOf = async (deps: WatchDeps, { cursor }: Look, { finalHeight }: NextRange): Promise<bigint> => {
  const unread = await deps.store.lowestUnread();
  const bounded = unread === null ? finalHeight : lowest(finalHeight, unread - 1n);
  return cursor === null ? bounded : highest(bounded, cursor.finalHeight);
};

/** Scanned to the newest head: every payment made before the look is known. */
const isComplete = ({ heads }: Look, { next, scan }: Progress): boolean =>
  scan.scanned === null ? next.from > heads.newest.height : scan.scanned.upTo.height >= heads.newest.height;

const isSame = (before: WatchCursor | null, after: WatchCursor): boolean =>
  before !== null && textOf(before) === textOf(after);

const textOf = ({ lookedAt, ...cursor }: WatchCursor): string =>
  JSON.stringify(cursor, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
