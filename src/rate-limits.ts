import { z } from 'zod';
import { reading } from './config-values';

const perMinute = z.number().int().min(0).optional();
const rateLimitsShape = z.strictObject({
  ip: perMinute,
  credentialed: perMinute,
  partner: perMinute,
  partnerUsers: perMinute,
  userGet: perMinute,
  cashoutPost: perMinute,
  cashinPost: perMinute,
  withdraw: perMinute,
  validateCode: perMinute,
  authFailure: perMinute,
  walletCall: perMinute,
});
/** Requests a minute; 0 lifts a limit. */
export const rateLimits = reading(
  `JSON with whole numbers under some of ${Object.keys(rateLimitsShape.shape).join(', ')}`,
  (text) => {
    try {
      return rateLimitsShape.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  },
);
