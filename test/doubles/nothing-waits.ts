import type { WhatWaits } from '../../commands/ports/what-waits';
import { time } from '../../packages/testing/src/samples/sample-data';

/** Stores without parked, failing or open work, of a network that was just read. */
export const NOTHING_WAITS: WhatWaits = {
  parked: [],
  failing: [],
  asking: null,
  openDeposits: [],
  unread: [],
  givenUp: [],
  network: { lookedAt: time(0), questions: {} },
};
