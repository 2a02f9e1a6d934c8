import type { Request } from 'express';
import { rejection } from '../../../aggregates/rejection';
import { isAllowed } from '../../client-address';
import { stateOf } from '../request/request-state';
import { surfaceRefusal } from '../surface-refusal';

export interface PartnerStanding {
  readonly partner_status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
  readonly ip_allowlist: readonly string[];
}

/** Asked only of a partner whose credential is valid: to anybody else a partner's standing is nothing. */
export const partnerMustBeActive = ({ partner_status }: Pick<PartnerStanding, 'partner_status'>): void => {
  if (partner_status !== 'ACTIVE') throw rejection('PARTNER_INACTIVE', 'The partner is not active');
};

/** Of the partner's own credentials. End users call from anywhere, so their tokens know no allowlist. */
export const partnerMayCall = (request: Request, standing: PartnerStanding): void => {
  partnerMustBeActive(standing);
  if (!isAllowed(stateOf(request).address, standing.ip_allowlist)) {
    throw surfaceRefusal('IP_NOT_ALLOWED', 'This address is not on the allowlist of the partner');
  }
};
