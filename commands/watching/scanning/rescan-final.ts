import { type Look, messageOf, type WatchDeps } from '../watch-deps';
import { beforeGap, behindGaps } from './next-range';
import { recordScanned } from './record';
import { unreadRow } from './scan-next';

export interface Rechecked {
  readonly upToHeight: bigint;
  readonly foundLate: number;
  readonly trouble: string | null;
}

const RESCAN = 'rescan';

/** An index that lags behind its node has caught up after this time. */
const RIPE_AFTER_MS = 60_000;

/** A family read only at finality has no later moment: its history waits a minute for one range. */
const ripeHeight = ({ memory }: WatchDeps, { heads, startedAtMs }: Look, finalHeight: bigint): bigint => {
  if (heads.isClosed !== true) return finalHeight;
  const { ripening } = memory;
  const isRipe = ripening !== null && startedAtMs - ripening.sinceMs >= RIPE_AFTER_MS;
  if (ripening === null || isRipe) memory.ripening = { height: finalHeight, sinceMs: startedAtMs };
  return isRipe ? ripening.height : BEFORE_ANY;
};

const BEFORE_ANY = -1n;

/** Rescans newly final heights: near the head a node's index may lag. */
export const rescanFinal = async (deps: WatchDeps, look: Look, finalHeight: bigint): Promise<Rechecked> => {
  const { steps } = deps.memory;
  const upToHeight = look.cursor?.recheckedHeight ?? finalHeight;
  const from = behindGaps(upToHeight + 1n, look.state.skipped);
  const to = beforeGap(from, ripeHeight(deps, look, finalHeight), look.state);
  const nothing: Rechecked = { upToHeight, foundLate: 0, trouble: null };
  if (from > to || steps.isResting(RESCAN, look.startedAtMs)) return nothing;
  try {
    const foundLate = await rescan(deps, look, { from, to });
    steps.settled(RESCAN);
    return foundLate;
  } catch (error) {
    if (deps.isHeldByStore(error)) throw error;
    const trouble = `the second check of closed history failed: ${messageOf(error)}`;
    steps.failed(RESCAN, look.startedAtMs, trouble);
    return { ...nothing, trouble };
  }
};

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

const rescan = async (deps: WatchDeps, look: Look, { from, to }: Range): Promise<Rechecked> => {
  const { movements, unread, upTo, gone } = await deps.reader.rescan(from, to);
  if (upTo.height < from || upTo.height > to) {
    throw new Error(`the answer for heights ${from} to ${to} ends at height ${upTo.height}`);
  }
  if (gone !== null) tellGone(deps, { from, to: upTo.height }, gone);
  const foundLate = await recordScanned(deps, movements);
  await deps.store.addUnread(unread.map((transaction) => unreadRow(transaction, look.startedAt)));
  return { upToHeight: upTo.height, foundLate, trouble: null };
};

/** Scanned before; a payment that this scan missed stays unknown. */
const tellGone = ({ alert, reader }: WatchDeps, { from, to }: Range, reason: string): void =>
  alert("A part of a network's final history is no longer available for a second check", {
    ...{ network: reader.network, from: from.toString(), to: to.toString(), reason },
  });
