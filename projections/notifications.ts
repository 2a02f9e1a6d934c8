import { createHash } from 'node:crypto';
import { base32 } from 'multiformats/bases/base32';
import type { Recorded } from '../aggregates/events';
import { correlationOf, type FamilyName } from '../aggregates/families';
import { cashinNotifications } from './notifications/cashin';
import { cashoutNotifications } from './notifications/cashout';
import { kycNotifications } from './notifications/kyc';
import type { Notification } from './notifications/notification';
import { withdrawalNotifications } from './notifications/withdrawal';

const NOTIFYING: Readonly<Record<FamilyName, object>> = {
  CASHOUT: cashoutNotifications,
  CASHIN: cashinNotifications,
  WITHDRAW: withdrawalNotifications,
  KYC: kycNotifications,
};

/** Every name that a destination's filter may contain, including events that are not sent yet. */
export const NOTIFICATION_NAMES = [
  'INTENT_CONFIRMED',
  'INTENT_COMPLETED',
  'INTENT_FAILED',
  'INTENT_EXPIRED',
  'CASHIN_COMPLETED',
  'CASHIN_FAILED',
  'CASHIN_EXPIRED',
  'CASHIN_REFUNDED',
  'WITHDRAW_COMPLETED',
  'WITHDRAW_FAILED',
  'KYC_PENDING',
  'KYC_IN_PROGRESS',
  'KYC_IN_REVIEW',
  'KYC_APPROVED',
  'KYC_REJECTED',
  'KYC_EXPIRED',
] as const;

type ByType = { readonly [type: string]: ((event: Recorded) => Notification | null) | undefined };

export const notificationOf = (event: Recorded): Notification | null => {
  const correlation = correlationOf(event.stream);
  if (correlation === null) return null;
  return (NOTIFYING[correlation.family] as ByType)[event.type]?.(event) ?? null;
};

/** Stable over retries, replays and rebuilds (design: api, section 6). */
export const deliveryIdOf = (eventId: string): string =>
  `evt_${base32.baseEncode(createHash('sha256').update(eventId).digest().subarray(0, 16))}`;
