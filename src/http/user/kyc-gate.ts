import { rejection } from '../../../aggregates/rejection';
import type { UserPrincipal } from '../credentials/principal';

/** Only APPROVED quotes, creates and withdraws (specification, part 3); reads are not gated. */
export const mustBeApproved = ({ kycStatus }: UserPrincipal): void => {
  if (kycStatus !== 'APPROVED') throw rejection('INSUFFICIENT_KYC', 'This operation needs kycStatus APPROVED');
};
