/** For a projection that no request waits for. */
const UNAWAITED_MS = 100;
/** For a projection that requests wait for: rests of as many of its last writes, at most so long. */
const AWAITED_WRITES = 2;
const AWAITED_MOST_MS = 25;

/** Milliseconds between writes. Many events cost little more than a few: the slower a write, the longer. */
export const gatheringTime = (isAwaited: boolean, lastWriteMs: number): number =>
  isAwaited ? Math.min(AWAITED_MOST_MS, AWAITED_WRITES * lastWriteMs) : UNAWAITED_MS;
