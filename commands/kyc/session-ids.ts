import { kycSession, mayBeSucceeded } from '../../aggregates/kyc/kyc-session';
import { lastingRejection } from '../../aggregates/rejection';
import { sessionIdOf } from '../handling/deterministic-ids';
import { stateOf } from '../handling/reading/read-stream';
import type { KycDeps } from './kyc-deps';

/** `known`: an earlier number, or 0. Refuses CONCURRENT_OPERATION while a session is open, unless its data differ. */
export const nextNumber = async (
  { eventStore }: Pick<KycDeps, 'eventStore'>,
  userId: string,
  known: number,
): Promise<number> => {
  for (let number = Math.max(known, 1); ; number += 1) {
    const session = await stateOf(eventStore, kycSession, sessionIdOf(userId, number));
    if (session.status === 'NONE') return number;
    if (!mayBeSucceeded(session)) throw lastingRejection('CONCURRENT_OPERATION', 'The user has an open KYC session');
  }
};
