import { mustBeAllowedToPay } from '../../aggregates/user/user';
import type { UserCaller } from '../handling/caller';
import type { ReadUserStanding } from '../ports/user-standing';

export interface KycGateDeps {
  readonly userStanding: ReadUserStanding;
}

/** A user whose standing changes after this keeps that one payment, unless `mustNotBeErased` finds it. Refuses USER_NOT_FOUND, USER_BLOCKED, INSUFFICIENT_KYC. */
export const passKycGate = async (
  { userStanding }: KycGateDeps,
  { userId }: Pick<UserCaller, 'userId'>,
): Promise<void> => mustBeAllowedToPay(await userStanding(userId));

/**
 * Asked once the payment stands in the log, and before anybody is told how to pay it. Whoever erases a user blocks him
 * first and then looks for what is open: either he finds the payment, or this finds the block, and it ends unpaid. Refuses
 * USER_NOT_FOUND, USER_BLOCKED.
 */
export const mustNotBeErased = async (
  { userStanding }: KycGateDeps,
  { userId }: Pick<UserCaller, 'userId'>,
): Promise<void> => {
  const standing = await userStanding(userId);
  if (standing === null || standing === 'BLOCKED') mustBeAllowedToPay(standing);
};
