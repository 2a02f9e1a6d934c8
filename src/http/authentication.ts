import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { rejection } from '../../aggregates/rejection';
import { isAllowed } from './client-address';
import type { Surface } from './deps';
import { limitByPrincipal } from './limits';
import type { PartnerPrincipal, Principal, UserPrincipal } from './principal';
import { stateOf } from './request-state';

const BEARER = /^Bearer ([\x21-\x7e]{1,8192})$/i;

/** One answer for every cause, so that it says nothing about what exists. */
const unauthorized = (): Error => rejection('UNAUTHORIZED', 'Unauthorized');

/** Called by the generated routes with the name of the route's security scheme (design: api, sections 1 and 2). */
export const expressAuthentication = async (request: Request, scheme: string): Promise<Principal> => {
  const credential = credentialOf(request);
  const principal =
    scheme === 'partner' ? await partnerBy(request, credential) : await userBy(request, surfaceOf(scheme), credential);
  await limitByPrincipal(request, principal);
  return principal;
};

/** The security schemes of `tsoa.json`: `partner`, `user` (a token of the versioned API) and `wallet`. */
const surfaceOf = (scheme: string): Surface => (scheme === 'wallet' ? 'wallet' : 'v1');

/** Two Authorization headers are none: which one would count? */
const credentialOf = (request: Request): string => {
  const given = request.headersDistinct['authorization'] ?? [];
  const credential = given.length === 1 ? BEARER.exec(given[0] ?? '')?.[1] : undefined;
  if (credential === undefined) throw unauthorized();
  return credential;
};

/** Malformed keys are looked up like any other, so that the time taken does not tell them apart. */
const partnerBy = async (request: Request, apiKey: string): Promise<PartnerPrincipal> => {
  const { deps, address } = stateOf(request);
  const holder = await deps.credentials.keyHolder(createHash('sha256').update(apiKey).digest('hex'));
  if (holder?.key_status !== 'ACTIVE') throw unauthorized();
  mustBeActive(holder.partner_status);
  if (!isAllowed(address, holder.ip_allowlist)) {
    throw rejection('IP_NOT_ALLOWED', 'This address is not on the allowlist of the partner');
  }
  deps.keyUsage.touch(holder.key_id);
  return {
    kind: 'partner',
    partnerId: holder.partner_id,
    mode: holder.mode,
    credential: { kind: 'API_KEY', keyId: holder.key_id },
  };
};

/** Standing, blocking and KYC are read live: a token that is out opens nothing that its user may not do now. */
const userBy = async (request: Request, surface: Surface, token: string): Promise<UserPrincipal> => {
  const { deps } = stateOf(request);
  const claims = await deps.tokens[surface].verify(token);
  if (claims === null) throw unauthorized();
  const holder = await deps.credentials.tokenHolder(claims);
  if (holder === null) throw unauthorized();
  mustBeActive(holder.partner_status);
  if (holder.blocked) throw rejection('USER_BLOCKED', 'The user is blocked');
  return {
    kind: 'user',
    userId: holder.user_id,
    partnerId: holder.partner_id,
    mode: holder.mode,
    pubkey: holder.pubkey,
    kycStatus: holder.kyc_status,
    feeMarkupBasisPoints: holder.fee_markup_basis_points,
  };
};

const mustBeActive = (status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED'): void => {
  if (status !== 'ACTIVE') throw rejection('PARTNER_INACTIVE', 'The partner is not active');
};
