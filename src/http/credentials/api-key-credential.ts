import type { Request } from 'express';
import { sha256Hex } from '../../../commands/handling/secrets';
import { authorizationsOf, bearerOf, unauthorized } from '../request/authorization-header';
import type { PartnerPrincipal } from '../request/principal';
import { stateOf } from '../request/request-state';
import { partnerMayCall } from './partner-standing';

/** `Authorization: Bearer <API key>` (design: api, section 2). A malformed key is looked up too, for equal timing. */
export const partnerByApiKey = async (request: Request): Promise<PartnerPrincipal> => {
  const { deps } = stateOf(request);
  const apiKey = bearerOf(request);
  const holder = await deps.credentials.keyHolder(sha256Hex(apiKey ?? authorizationsOf(request).join('\n')));
  if (apiKey === null || holder?.key_status !== 'ACTIVE') throw unauthorized();
  partnerMayCall(request, holder);
  deps.keyUsage.touch(holder.key_id);
  return {
    kind: 'partner',
    partnerId: holder.partner_id,
    mode: holder.mode,
    credential: { kind: 'API_KEY', keyId: holder.key_id },
    requestsPerMinute: holder.requests_per_minute,
  };
};
