import type { Request } from 'express';
import { mayDo, type Permission } from '../../../../aggregates/operator/permissions';
import { authorizationsOf, bearerOf, unauthorized } from '../../request/authorization-header';
import { limitFailures, templateOf } from '../../request/limits';
import type { OperatorPrincipal } from '../../request/principal';
import { opsOf } from '../../request/request-state';
import { surfaceRefusal } from '../../surface-refusal';
import { sessionTokenOf } from './cookie';
import { mustBeOwnPage } from './own-page';
import { reportingRefusals } from './refusals';

/** Called by generated routes; a scope is a permission. Refuses UNAUTHORIZED, OTHER_ORIGIN, ROLE_REQUIRED. */
export const expressAuthentication = async (
  request: Request,
  _scheme: string,
  permissions: readonly string[] = [],
): Promise<OperatorPrincipal> => {
  return reportingRefusals(request, async () => {
    const principal = await limitFailures(request, () => identify(request));
    const isExport = permissions.includes('export');
    if (principal.session !== null) mustBeOwnPage(request, opsOf(request).origin, isExport);
    for (const permission of permissions as readonly Permission[]) mustHave(principal, permission);
    return principal;
  });
};

/** Asked again and again by an open page: no sign of a person. */
const POLLS: ReadonlySet<string> = new Set(['/ops/v1/live']);

const identify = (request: Request): Promise<OperatorPrincipal> =>
  authorizationsOf(request).length === 0 ? bySession(request) : byKey(request);

const byKey = async (request: Request): Promise<OperatorPrincipal> => {
  const operatorKey = bearerOf(request);
  const operator = operatorKey === null ? null : await opsOf(request).operatorOfKey(operatorKey);
  if (operator === null) throw unauthorized();
  return { kind: 'operator', operator, session: null };
};

const bySession = async (request: Request): Promise<OperatorPrincipal> => {
  const ops = opsOf(request);
  const token = sessionTokenOf(request, ops.cookie);
  const found = token === null ? null : await ops.findSession(token, POLLS.has(templateOf(request)));
  if (found === null) throw unauthorized();
  return { kind: 'operator', ...found };
};

const mustHave = ({ operator: { operatorName, role } }: OperatorPrincipal, permission: Permission): void => {
  if (mayDo(role, permission)) return;
  throw surfaceRefusal('ROLE_REQUIRED', `${operatorName} has the role ${role} without the permission ${permission}`);
};
