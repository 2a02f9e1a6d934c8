import { mustBeAllowedToPay } from '../../aggregates/user/user';
import type { UserCaller } from '../handling/caller';
import type { ReadUserStanding } from '../ports/standing/user-standing';

export interface KycGateDeps {
  readonly userStanding: ReadUserStanding;
}

/** A user blocked after this keeps that one payment. Refuses USER_NOT_FOUND, USER_BLOCKED, INSUFFICIENT_KYC. */
export const passKycGate = async (
  { userStanding }: KycGateDeps,
  { userId }: Pick<UserCaller, 'userId'>,
): Promise<void> => mustBeAllowedToPay(await userStanding(userId));
