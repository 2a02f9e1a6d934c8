import type { EventOf } from '../../../../aggregates/events';
import { time } from './sample-time';

type OfUser =
  | 'KycStatusChanged'
  | 'UserBlocked'
  | 'UserUnblocked'
  | 'PersonalDataOpened'
  | 'FiscalKeyDestroyed'
  | 'SubjectErased';

/** The sample of each event of a registered user, except its ids. */
export const USER_DATA: { readonly [Type in OfUser]: EventOf<Type>['data'] } = {
  KycStatusChanged: { userId: 'u1', status: 'APPROVED', previousStatus: 'PENDING', changedAt: time(-580) },
  UserBlocked: { userId: 'u1', reason: 'fraud', blockedAt: time(-570) },
  UserUnblocked: { userId: 'u1', reason: 'cleared', unblockedAt: time(-560) },
  PersonalDataOpened: { userId: 'u1', fields: ['externalUserId'], reason: 'a court order', openedAt: time(-555) },
  FiscalKeyDestroyed: {
    ...{ userId: 'u1', subjectId: 'fiscal:u1', lastSealedAt: time(-558), retentionYears: 10, destroyedAt: time(-554) },
  },
  SubjectErased: { subjectId: 'u1', reason: 'asked', erasedAt: time(950) },
};
