/** For a projection that no request waits for. */
const UNAWAITED_MS = 100;
/** For a projection that requests wait for: rests of as many of its last writes, at most so long. */
const AWAITED_WRITES = 2;
const AWAITED_MOST_MS = 25;

/**
 * Milliseconds from one write to the next. A transaction for many events costs little more than one for a few, so
 * events are gathered: the slower the last write, the longer.
 */
export const gatheringTime = (isAwaited: boolean, lastWriteMs: number): number =>
  isAwaited ? Math.min(AWAITED_MOST_MS, AWAITED_WRITES * lastWriteMs) : UNAWAITED_MS;
