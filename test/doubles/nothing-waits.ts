import type { WhatWaits } from '../../commands/ports/what-waits';
import { time } from '../../packages/testing/src/samples/sample-data';

/** Stores in which nothing is parked, failing or open, of a network that was just looked at. */
export const NOTHING_WAITS: WhatWaits = {
  parked: [],
  failing: [],
  asking: null,
  openDeposits: [],
  unread: [],
  givenUp: [],
  network: { lookedAt: time(0), questions: {} },
};
