/** For a projection that no request waits for. */
const UNAWAITED_MS = 100;
/** A projection that requests wait for pauses as long as its last writes took, up to a limit. */
const AWAITED_WRITES = 2;
const AWAITED_MOST_MS = 25;

/** Milliseconds between writes. Many events cost little more than a few: the slower a write, the longer. */
export const gatheringTime = (isAwaited: boolean, lastWriteMs: number): number =>
  isAwaited ? Math.min(AWAITED_MOST_MS, AWAITED_WRITES * lastWriteMs) : UNAWAITED_MS;
