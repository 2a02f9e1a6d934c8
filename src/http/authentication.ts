import type { Request } from 'express';
import { partnerByApiKey } from './credentials/api-key-credential';
import { partnerBySignature } from './credentials/hmac-credential';
import { isSigned } from './credentials/hmac-header';
import { userByToken } from './credentials/token-credential';
import { authorizationOf } from './request/authorization-header';
import { limitByPrincipal, limitFailures } from './request/limits';
import type { Principal, UserPrincipal } from './request/principal';
import { notFound } from './shared/answer-problem';
import { surfaceRefusal } from './surface-refusal';

/**
 * Called by the generated routes with their security scheme (design: api, sections 1 and 2). A route of the scope
 * `sandbox` is not there for a live credential; any other scope is a feature that the user's partner must have.
 */
export const expressAuthentication = async (
  request: Request,
  scheme: string,
  scopes: readonly string[] = [],
): Promise<Principal> => {
  const principal = await limitFailures(request, () => identify(request, scheme, scopes));
  if (scopes.includes('sandbox') && principal.mode !== 'sandbox') throw notFound();
  return principal;
};

const identify = async (request: Request, scheme: string, scopes: readonly string[]): Promise<Principal> => {
  if (scheme !== 'partner') {
    const user = await userByToken(request, scheme === 'wallet' ? 'wallet' : 'v1');
    mustHaveFeatures(user, scopes);
    return limited(request, user);
  }
  if (!isSigned(authorizationOf(request) ?? '')) return limited(request, await partnerByApiKey(request));
  const { principal, useOnce } = await partnerBySignature(request);
  await limited(request, principal);
  // Last, so that a rate-limited request can be sent again with its nonce.
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
