import { assetDrivers } from './assets';
import { cashinDrivers } from './cashin';
import { cashoutDrivers } from './cashout';
import { codeDrivers } from './codes';
import type { Drivers } from './driver';
import { kycDrivers } from './kyc';
import { memberDrivers } from './members';
import { partnerDrivers } from './partner';
import { partnerSurfaceDrivers, replay } from './partner-surface';
import { paymentDrivers } from './payments';
import { publicDrivers } from './public';
import { receiptDrivers } from './receipts';
import { sandboxDrivers } from './sandbox';
import { walletLoginDrivers } from './wallet-login';
import { withdrawDrivers } from './withdraw';

/** A driver for every operation of the document: a route without one fails the tests. */
export const DRIVERS: Drivers = {
  ...publicDrivers,
  ...assetDrivers,
  ...codeDrivers,
  ...partnerDrivers,
  ...kycDrivers,
  ...memberDrivers,
  ...partnerSurfaceDrivers,
  ...sandboxDrivers(replay),
  ...cashoutDrivers,
  ...cashinDrivers,
  ...receiptDrivers,
  ...walletLoginDrivers,
  ...paymentDrivers,
  ...withdrawDrivers,
};

/** Codes that no request of a driver provokes, and the test that does. */
export const CODES_ELSEWHERE: Readonly<Record<string, string>> = {
  DEPOSIT_TAKEN: 'test/http/user/field-errors.test.ts',
  METHOD_NOT_ALLOWED: 'test/http/request/requests.test.ts',
  SIGN_IN_REFUSED: 'test/integration/http/identity/identity.test.ts',
};
