import { mustBeAllowedToPay } from '../../aggregates/user/user';
import type { UserCaller } from '../handling/caller';
import type { ReadUserStanding } from '../ports/user-standing';

export interface KycGateDeps {
  readonly userStanding: ReadUserStanding;
}

/** A user whose standing changes later keeps this payment. Refuses USER_NOT_FOUND, USER_BLOCKED, INSUFFICIENT_KYC. */
export const passKycGate = async (
  { userStanding }: KycGateDeps,
  { userId }: Pick<UserCaller, 'userId'>,
): Promise<void> => mustBeAllowedToPay(await userStanding(userId));

/**
 * Asked once the payment stands in the log, and before its instructions are shown. An erasure first blocks the user and
 * then looks for open payments: either it finds this payment, or this check finds the block, and the payment ends
 * unpaid. Refuses USER_NOT_FOUND, USER_BLOCKED.
 */
export const mustNotBeErased = async (
  { userStanding }: KycGateDeps,
  { userId }: Pick<UserCaller, 'userId'>,
): Promise<void> => {
  const standing = await userStanding(userId);
  if (standing === null || standing === 'BLOCKED') mustBeAllowedToPay(standing);
};
