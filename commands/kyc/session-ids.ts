import { isEnded, kycSession } from '../../aggregates/kyc/kyc-session';
import { lastingRejection } from '../../aggregates/rejection';
import { commandIdOf } from '../handling/deterministic-ids';
import { stateOf } from '../handling/read-stream';
import type { KycDeps } from './kyc-deps';

/** Of the user's n-th session, from 1: two starts at once meet in one stream. */
export const sessionIdOf = (userId: string, number: number): string =>
  commandIdOf('kyc-session', userId, number.toString());

/**
 * The number of the user's next session; `known` is one that he had, or 0. Refuses CONCURRENT_OPERATION while one is
 * open.
 */
export const nextNumber = async (
  { eventStore }: Pick<KycDeps, 'eventStore'>,
  userId: string,
  known: number,
): Promise<number> => {
  for (let number = Math.max(known, 1); ; number += 1) {
    const { status } = await stateOf(eventStore, kycSession, sessionIdOf(userId, number));
    if (status === 'NONE') return number;
    if (!isEnded(status)) throw lastingRejection('CONCURRENT_OPERATION', 'The user has an open KYC session');
  }
};
