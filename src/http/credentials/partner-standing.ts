import type { Request } from 'express';
import { rejection } from '../../../aggregates/rejection';
import { isAllowed } from '../../client-address';
import { stateOf } from '../request/request-state';
import { surfaceRefusal } from '../surface-refusal';

export interface PartnerStanding {
  readonly partner_status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
  readonly ip_allowlist: readonly string[];
}

/** Called only after the credential is verified: others must not learn a partner's standing. */
export const partnerMustBeActive = ({ partner_status }: Pick<PartnerStanding, 'partner_status'>): void => {
  if (partner_status !== 'ACTIVE') throw rejection('PARTNER_INACTIVE', 'The partner is not active');
};

/** For the partner's own credentials; end users call from anywhere, so their tokens have no allowlist. */
export const partnerMayCall = (request: Request, standing: PartnerStanding): void => {
  partnerMustBeActive(standing);
  if (!isAllowed(stateOf(request).address, standing.ip_allowlist)) {
    throw surfaceRefusal('IP_NOT_ALLOWED', 'This address is not on the allowlist of the partner');
  }
};
