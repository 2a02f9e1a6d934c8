import type { ReceiverState } from '../../../commands/ports/chains/chain-reader';
import type { Clock } from '../../../commands/ports/clock';

/** An account may change at any time, but payments within seconds of a change are unlikely. */
const ASK_AGAIN_MS = 60_000;

/** Asks with the heads, at most once a minute, which receivers can take payments. */
export const createReceiverWatch = (clock: Clock, receivers: readonly string[]) => {
  let askedAt: number | null = null;
  let states: readonly ReceiverState[] = [];
  const isDue = (): boolean => {
    const sinceMs = askedAt === null ? ASK_AGAIN_MS : clock.now() - askedAt;
    return sinceMs >= ASK_AGAIN_MS || sinceMs < 0;
  };
  return {
    due: (): readonly string[] => (isDue() ? receivers : []),
    note: (told: readonly ReceiverState[]): void => {
      if (told.length === 0) return;
      askedAt = clock.now();
      states = told;
    },
    states: (): readonly ReceiverState[] => states,
  };
};
