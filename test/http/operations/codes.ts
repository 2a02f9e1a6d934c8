import { boletoOf } from '../../samples/boletos';
import { FIXED_CODE, OPEN_CODE } from '../world';
import type { Driver, Drivers } from './driver';

const validating: Driver = {
  ask: () => ({ body: { code: FIXED_CODE } }),
  also: [
    ...[OPEN_CODE, boletoOf(25_000n), 'GC-SBX-STEAM-5000-DS', `${FIXED_CODE.slice(0, -4)}0000`, 'hello'].map(
      (code) => ({
        status: 200,
        ask: () => ({ body: { code } }),
      }),
    ),
    { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ body: { code: 5 } }) },
  ],
};

/** Drivers of the check of a payment code, on both surfaces. */
export const codeDrivers: Drivers = {
  'post /api/v1/validate-code': validating,
  'post /api/payments/validate-code': validating,
};
