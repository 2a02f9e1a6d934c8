import type { Request } from 'express';
import { isRejection } from '../../aggregates/rejection';
import { API_KEY_PREFIX, sha256Hex } from '../../commands/handling/secrets';
import { partnerBySignature } from './credentials/hmac-credential';
import { isSigned } from './credentials/hmac-header';
import { partnerMayCall } from './credentials/partner-standing';
import { userByToken } from './credentials/token-credential';
import { authorizationOf, authorizationsOf, bearerOf, unauthorized } from './request/authorization-header';
import { limitByPrincipal, limitFailures } from './request/limits';
import type { PartnerPrincipal, Principal, UserPrincipal } from './request/principal';
import { stateOf } from './request/request-state';
import { isByMember, partnerBySession } from './session/member-session';
import { notFound } from './shared/answer-problem';
import { isSurfaceRefusal, surfaceRefusal } from './surface-refusal';

/** `Authorization: Bearer <API key>`. A malformed key is looked up too, for equal timing. */
const partnerByApiKey = async (request: Request): Promise<PartnerPrincipal> => {
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

/** Called by generated routes. A scope is `sandbox`, a permission of members, or a feature of the user's partner. */
export const expressAuthentication = async (
  request: Request,
  scheme: string,
  scopes: readonly string[] = [],
): Promise<Principal> => {
  const principal = await limitFailures(request, () => identify(request, scheme, scopes));
  if (scopes.includes('sandbox') && principal.mode !== 'sandbox') throw notFound();
  return principal;
};

/** A known caller of a public route: partner, or user by the partner's token. Null for all others. */
export const knownCaller = async (request: Request): Promise<Principal | null> => {
  const authorization = authorizationOf(request);
  if (authorization === null) return null;
  const isPartner = isSigned(authorization) || bearerOf(request)?.startsWith(API_KEY_PREFIX) === true;
  if (!isPartner && (await isOfWallet(request))) return null;
  try {
    return await expressAuthentication(request, isPartner ? 'partner' : 'user');
  } catch (error) {
    if (isSurfaceRefusal(error) || isRejection(error)) return null;
    throw error;
  }
};

/** Valid on another surface, so that this is no failure. */
const isOfWallet = async (request: Request): Promise<boolean> => {
  const token = bearerOf(request);
  return token !== null && (await stateOf(request).deps.tokens.wallet.verify(token)) !== null;
};

const identify = async (request: Request, scheme: string, scopes: readonly string[]): Promise<Principal> => {
  if (scheme === 'member' || (scheme === 'partner' && isByMember(request, scopes)))
    return limited(request, await partnerBySession(request, scopes));
  if (scheme !== 'partner') {
    const user = await userByToken(request, scheme === 'wallet' ? 'wallet' : 'v1');
    mustHaveFeatures(user, scopes);
    return limited(request, user);
  }
  if (!isSigned(authorizationOf(request) ?? '')) return limited(request, await partnerByApiKey(request));
  const { principal, useOnce } = await partnerBySignature(request);
  await limited(request, principal);
  // Last, so that a rate-limited request can be repeated with its nonce.
  await useOnce();
  return principal;
};

const limited = async <P extends Principal>(request: Request, principal: P): Promise<P> => {
  await limitByPrincipal(request, principal);
  return principal;
};

const mustHaveFeatures = ({ features }: UserPrincipal, scopes: readonly string[]): void => {
  const missing = scopes.find((scope) => scope !== 'sandbox' && features[scope] !== true);
  if (missing !== undefined) throw surfaceRefusal('FEATURE_DISABLED', `The partner does not have ${missing}`);
};
