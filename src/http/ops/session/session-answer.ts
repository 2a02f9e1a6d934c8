import type { Operator } from '../../../../aggregates/operator/operators';
import { mayDo, PERMISSIONS } from '../../../../aggregates/operator/permissions';
import { LONGEST_MS } from '../../../../commands/operator/console/sessions';
import type { SignInLink } from '../../../../commands/operator/console/sign-in-link';
import type { OperatorPrincipal } from '../../request/principal';
import type { OpsDeps } from '../ops-deps';
import type { OpsLink, OpsOperator, OpsSession } from './session.dto';

const operatorAnswer = ({ operatorName, role }: Operator): OpsOperator => ({
  name: operatorName,
  role,
  permissions: PERMISSIONS.filter((permission) => mayDo(role, permission)),
});

export const sessionAnswer = (
  { place: { environment, instance, modes } }: Pick<OpsDeps, 'place'>,
  { operator, session }: Pick<OperatorPrincipal, 'operator' | 'session'>,
): OpsSession => ({
  ...{ environment, instance, modes: [...modes] },
  operator: operatorAnswer(operator),
  by: session === null ? 'KEY' : 'SESSION',
  signedInAt: session?.startedAt ?? null,
  expiresAt: session === null ? null : new Date(Date.parse(session.startedAt) + LONGEST_MS).toISOString(),
});

export const linkAnswer = (
  { place: { environment, instance } }: Pick<OpsDeps, 'place'>,
  { operator, expiresAt }: SignInLink,
): OpsLink => ({ environment, instance, operator: operatorAnswer(operator), expiresAt });
