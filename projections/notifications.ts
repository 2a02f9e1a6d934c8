import { createHash } from 'node:crypto';
import { base32 } from 'multiformats/bases/base32';
import type { Recorded } from '../aggregates/events';
import { type Correlation, correlationOf, type FamilyName } from '../aggregates/families';
import type { Mode } from '../aggregates/partner/events';
import type { PartnerReferences } from '../aggregates/quote/events';
import { cashinNotifications } from './notifications/cashin';
import { cashoutNotifications } from './notifications/cashout';
import { depositReports } from './notifications/deposit';
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
  'DEPOSIT_UNMATCHED',
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

/** A notification with its addressee. */
export interface Report {
  readonly deliveryId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly correlation: Pick<Correlation, 'key' | 'id'>;
  readonly notification: Notification;
  readonly reference?: PartnerReferences['reference'] | undefined;
  readonly externalUserId?: PartnerReferences['externalUserId'] | undefined;
}

/** A deposit without an owner is reported to the owner of each intent that it names. */
export const reportsOf = (event: Recorded): readonly Report[] => {
  const correlation = correlationOf(event.stream);
  if (correlation === null) return depositReportsOf(event);
  const notification = notificationOf(event);
  const { partnerId, mode } = event.metadata;
  if (notification === null || partnerId === null || mode === null) return [];
  const { reference, externalUserId } = event.data as PartnerReferences;
  return [
    { deliveryId: deliveryIdOf(event.id), partnerId, mode, correlation, notification, reference, externalUserId },
  ];
};

const depositReportsOf = (event: Recorded): readonly Report[] =>
  depositReports(event).map(({ intent: { intentId, label: _label, ...addressee }, notification }, index) => ({
    ...addressee,
    deliveryId: deliveryIdOf(index === 0 ? event.id : `${event.id} ${index}`),
    correlation: { key: 'intentId', id: intentId },
    notification,
  }));

/** Stable over retries, replays and rebuilds. */
export const deliveryIdOf = (eventId: string): string =>
  `evt_${base32.baseEncode(createHash('sha256').update(eventId).digest().subarray(0, 16))}`;
