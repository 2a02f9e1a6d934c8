import { clockOf } from '../../../../../infra/clock';

/** A clock that moves only when the test moves it. */
export const manualClock = (startMs = Date.UTC(2026, 10, 20, 12)) => {
  let nowMs = startMs;
  return {
    ...clockOf(() => nowMs),
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
};
