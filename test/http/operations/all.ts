import { cashoutDrivers } from './cashout';
import type { Drivers } from './driver';
import { partnerDrivers } from './partner';
import { partnerSurfaceDrivers } from './partner-surface';
import { publicDrivers } from './public';

/** A driver for every operation of the document: a route without one fails the tests. */
export const DRIVERS: Drivers = { ...publicDrivers, ...partnerDrivers, ...partnerSurfaceDrivers, ...cashoutDrivers };

/** Codes that no request of a driver provokes, and the test that does. */
export const CODES_ELSEWHERE: Readonly<Record<string, string>> = {
  INVALID_PIX_KEY: 'test/http/cashout-problems.test.ts',
  DEPOSIT_TAKEN: 'test/http/cashout-problems.test.ts',
};
