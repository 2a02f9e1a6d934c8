import type { KycSessionEvent, KycSessionFacts, KycSessionStatusChanged } from '../../aggregates/kyc/events';
import type { Notification, Notifying } from './notification';

type Told = KycSessionFacts &
  Pick<KycSessionStatusChanged, 'status' | 'rejectionReason'> & {
    /** Null in the first notification of a session. */
    readonly previousStatus: KycSessionStatusChanged['previousStatus'] | null;
    readonly at: string;
  };

const notificationOf = (told: Told): Notification => {
  const { status, previousStatus, personType, provider, documentMasked, rejectionReason, at } = told;
  const isEnded = status === 'APPROVED' || status === 'REJECTED' || status === 'EXPIRED';
  return {
    event: `KYC_${status}`,
    optIn: false,
    status,
    data: {
      // Sealed: filled in when the body is sent or shown.
      externalUserId: null,
      ...{ type: personType, provider, status, previousStatus, documentMasked },
      ...(rejectionReason === null ? {} : { rejectionReason }),
      ...(isEnded ? { completedAt: at } : {}),
    },
  };
};

export const kycNotifications: Notifying<KycSessionEvent> = {
  KycSessionStarted: ({ data }) =>
    notificationOf({ ...data, status: 'PENDING', previousStatus: null, rejectionReason: null, at: data.startedAt }),
  // Only a change of the status is notified; the session itself shows another objection.
  KycSessionStatusChanged: ({ data }) =>
    data.status === data.previousStatus ? null : notificationOf({ ...data, at: data.changedAt }),
};
