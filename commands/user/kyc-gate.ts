import { mustBeAllowedToPay } from '../../aggregates/user/user';
import type { UserCaller } from '../handling/caller';
import type { ReadUserStanding } from '../ports/standing/user-standing';

export interface KycGateDeps {
  readonly userStanding: ReadUserStanding;
}

/**
 * What every command that quotes, opens or withdraws asks first, whatever its caller has checked. A user blocked
 * between this look and the append keeps that one payment. Refuses USER_NOT_FOUND, USER_BLOCKED, INSUFFICIENT_KYC.
 */
export const passKycGate = async (
  { userStanding }: KycGateDeps,
  { userId }: Pick<UserCaller, 'userId'>,
): Promise<void> => mustBeAllowedToPay(await userStanding(userId));
