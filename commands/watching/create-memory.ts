import { createPatience } from './patience';
import type { WatchMemory } from './watch-deps';

/** Cannot be judged, or not final although its block should be. */
const DEPOSITS = { firstMs: 1_000, longestMs: 60_000, mostKeys: 10_000 };
/** Scan and rescan; separate, so that judging continues. */
const STEPS = { firstMs: 500, longestMs: 30_000, mostKeys: 10 };
/** Settled debits and deliveries with an unknown state. */
const DEBITS = { firstMs: 1_000, longestMs: 60_000, mostKeys: 10_000 };
const GIVEN_UP = { firstMs: 60_000, longestMs: 600_000, mostKeys: 10_000 };

export const createWatchMemory = (): WatchMemory => ({
  deposits: createPatience(DEPOSITS),
  steps: createPatience(STEPS),
  givenUp: createPatience(GIVEN_UP),
  debits: createPatience(DEBITS),
  depositsDecidedFor: null,
  debitPass: null,
  undecidedSince: null,
  areAlarmsRaised: false,
  scanFailure: '',
  distance: null,
  comparedAtMs: 0,
  ripening: null,
  kept: null,
});
