import type { WatcherState } from '../../aggregates/watcher/watcher';
import type { ChainHeads, FinalityContradiction, KeptHash } from '../ports/chains/chain-reader';
import { raiseAlarms } from './alarms';
import { lowest } from './scanning/next-range';
import { tellWatcher } from './tell-watcher';
import { type FinalDeposit, messageOf, type WatchCursor, type WatchDeps } from './watch-deps';

export interface AskedHeads {
  readonly heads: ChainHeads | null;
  readonly state: WatcherState;
}

/** Records contradiction or agreement with the kept hashes; without a comparison the scan continues. */
export const askHeads = async (
  deps: WatchDeps,
  state: WatcherState,
  cursor: WatchCursor | null,
): Promise<AskedHeads> => {
  const heads = await deps.reader.heads(await keptHashes(deps, cursor));
  if (heads.outcome === 'FINALITY_CONTRADICTED') return { heads: null, state: await contradicted(deps, heads) };
  if (state.finality.standing === 'VIOLATED') return { heads: null, state };
  const agrees = state.finality.standing === 'QUESTIONED' && heads.uncompared === null;
  return { heads, state: agrees ? await reaffirm(deps) : state };
};

const keptHashes = async ({ memory, store }: WatchDeps, cursor: WatchCursor | null): Promise<readonly KeptHash[]> => {
  const followedAt = cursor?.followedAt ?? null;
  if (memory.kept?.followedAt !== followedAt) memory.kept = { followedAt, hashes: await store.keptHashes() };
  return memory.kept.hashes;
};

const MOST_KEPT = 1_000;

/** Uncompared heads count only after a scan above the kept heights, or behind a skipped gap. */
export const newFinalHash = (
  { memory }: WatchDeps,
  { final, uncompared }: ChainHeads,
  scannedTo: bigint | undefined,
): KeptHash | undefined => {
  const [top] = memory.kept?.hashes ?? [];
  if (uncompared !== null && (scannedTo === undefined || scannedTo <= uncompared.height)) return undefined;
  return top === undefined || top.height < final.height ? { height: final.height, hash: final.hash } : undefined;
};

export const rememberHash = ({ memory }: WatchDeps, hash: KeptHash): void => {
  if (memory.kept === null) return;
  memory.kept = { ...memory.kept, hashes: [hash, ...memory.kept.hashes].slice(0, MOST_KEPT) };
};

export const reaffirm = async (deps: WatchDeps): Promise<WatcherState> => {
  const now = deps.clock.iso();
  const { network } = deps.reader;
  return (await tellWatcher(deps, { type: 'ReaffirmFinality', network, now }, 'agreed')).state;
};

const contradicted = async (deps: WatchDeps, told: FinalityContradiction): Promise<WatcherState> => {
  const { network } = deps.reader;
  const contradiction = {
    ...{ network, height: told.height.toString(), kept: told.kept, seen: told.seen },
    commonHeight: told.commonHeight?.toString() ?? null,
  };
  const now = deps.clock.iso();
  const written = await tellWatcher(deps, { type: 'ReportContradiction', contradiction, now }, told.seen);
  const isViolated = written.events.some(({ type }) => type === 'FinalityViolated');
  raiseAlarms(deps, written, isViolated ? { deposits: await affectedBy(deps, told) } : {});
  return written.state;
};

const MOST_LISTED = 100;

/** A failure to list must not lose the alarm. */
const affectedBy = async (deps: WatchDeps, { commonHeight }: FinalityContradiction): Promise<string> => {
  const wanted = { fromHeight: commonHeight ?? 0n, afterId: '', limit: MOST_LISTED + 1 };
  try {
    const affected = await deps.finalDeposits(wanted);
    const more = affected.length > MOST_LISTED ? ' and more' : '';
    return `${affected.slice(0, MOST_LISTED).map(lineOf).join(', ')}${more}`;
  } catch (error) {
    return `the list failed: ${messageOf(error)}`;
  }
};

export const lineOf = ({ depositId, status, intentId, paidCents }: FinalDeposit): string =>
  intentId === null ? `${depositId} ${status}` : `${depositId} ${status} for ${intentId}, paid ${paidCents} cents`;

/** Moves the cursor back once, to where the accepted history begins. */
export const followAccepted = async (
  { memory, store }: WatchDeps,
  { finality }: WatcherState,
  cursor: WatchCursor | null,
): Promise<WatchCursor | null> => {
  if (cursor === null || finality.standing !== 'ACCEPTED' || cursor.followedAt === finality.acceptedAt) return cursor;
  const forgetFrom = BigInt(finality.fromHeight);
  const last = forgetFrom - 1n;
  const back: WatchCursor = {
    ...cursor,
    height: lowest(cursor.height, last),
    // Matches no block: the next scan begins behind the last final height.
    hash: '',
    finalHeight: lowest(cursor.finalHeight, last),
    recheckedHeight: lowest(cursor.recheckedHeight, last),
    resume: null,
    followedAt: finality.acceptedAt,
  };
  await store.saveCursor(back, { forgetFrom });
  memory.kept = null;
  return back;
};
