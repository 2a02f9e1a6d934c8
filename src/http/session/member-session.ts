import type { Request } from 'express';
import { isMemberPermission, type MemberPermission, memberMayDo } from '../../../aggregates/members/permissions';
import type { Mode } from '../../../aggregates/partner/events';
import { invalidField } from '../../../aggregates/rejection';
import type { SignedInMember } from '../../../commands/partner/members/sign-in';
import { sessionTokenOf } from '../ops/session/cookie';
import { mustBeOwnPage } from '../ops/session/own-page';
import { authorizationsOf, unauthorized } from '../request/authorization-header';
import type { PartnerPrincipal } from '../request/principal';
import { stateOf } from '../request/request-state';
import { notFound } from '../shared/answer-problem';
import { surfaceRefusal } from '../surface-refusal';

/** The mode of a member's request: `live` or `sandbox`, the default. */
const MODE_HEADER = 'x-mode';

/** A credential in the header counts alone: a browser's cookie is then not read. */
export const isByMember = (request: Request, scopes: readonly string[]): boolean =>
  authorizationsOf(request).length === 0 &&
  request.headers.cookie !== undefined &&
  scopes.some(isMemberPermission) &&
  sessionTokenOf(request, stateOf(request).deps.members.cookie) !== null;

/** The partner, by the session of its member. Refuses UNAUTHORIZED, OTHER_ORIGIN, ROLE_REQUIRED. */
export const partnerBySession = async (request: Request, scopes: readonly string[]): Promise<PartnerPrincipal> => {
  const { cookie, origin, findSession } = stateOf(request).deps.members;
  const token = authorizationsOf(request).length === 0 ? sessionTokenOf(request, cookie) : null;
  const found = token === null ? null : await findSession(token);
  if (found === null) throw unauthorized();
  mustBeOwnPage(request, origin);
  const mode = modeOf(request);
  if (scopes.includes('sandbox') && mode !== 'sandbox') throw notFound();
  for (const permission of scopes.filter(isMemberPermission)) mustHave(found, permission, mode);
  const { partnerId, requestsPerMinute } = found.membership;
  return { kind: 'partner', partnerId, mode, credential: { kind: 'MEMBER', ...found }, requestsPerMinute };
};

const modeOf = ({ headers }: Request): Mode => {
  const given = headers[MODE_HEADER] ?? 'sandbox';
  if (given !== 'live' && given !== 'sandbox') throw invalidField('X-Mode', 'must be live or sandbox');
  return given;
};

const mustHave = ({ membership: { role } }: SignedInMember, permission: MemberPermission, mode: Mode): void => {
  if (memberMayDo(role, permission, mode)) return;
  throw surfaceRefusal('ROLE_REQUIRED', `The role ${role} may not ${permission} in ${mode} mode`);
};
