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

/** Asked after the payment's event: an erasure finds the payment, or this check finds the block. Refuses USER_*. */
export const mustNotBeErased = async (
  { userStanding }: KycGateDeps,
  { userId }: Pick<UserCaller, 'userId'>,
): Promise<void> => {
  const standing = await userStanding(userId);
  if (standing === null || standing === 'BLOCKED') mustBeAllowedToPay(standing);
};
