import { mayDo } from '../../../../aggregates/operator/permissions';
import { invalidField, rejection } from '../../../../aggregates/rejection';
import { sessionIdOf } from '../../../../commands/operator/console/session-id';
import type { ConsoleSession } from '../../../../commands/ports/console-sessions';
import { listAccess } from '../../../../read-models/operators/access';
import { findAuditPlace } from '../../../../read-models/operators/audit-trail';
import { readPositionOf } from '../../../../read-models/operators/payment-facts';
import { page } from '../../envelope';
import type { OperatorPrincipal } from '../../request/principal';
import { instantOf } from '../../request/shape/instant';
import type { OpsDeps } from '../ops-deps';
import type { OpsTimeline } from '../payments/timeline.dto';
import { eventOf } from '../payments/timeline-answer';
import type { OpsAccessQuery, OpsConsoleSession } from './access.dto';

const DEFAULT_LIMIT = 50;

/** Openings, searches and exports, newest first. Refuses a cursor that is no event. */
export const accessAnswer = async ({ query }: Pick<OpsDeps, 'query'>, asked: OpsAccessQuery): Promise<OpsTimeline> => {
  const { operator: operatorName = null, limit = DEFAULT_LIMIT, cursor } = asked;
  const knownTo = await readPositionOf(query, 'audit-trail');
  const after = cursor === undefined ? null : await findAuditPlace(query, cursor);
  if (cursor !== undefined && after === null) throw invalidField('cursor', 'is not the id of an event');
  const [from, to] = [instantOf('from', asked.from) ?? null, instantOf('to', asked.to) ?? null];
  const rows = await listAccess(query, { operatorName, from, to, limit, after });
  const { meta, ...shown } = page(
    rows,
    limit,
    (row) => row.event_id,
    (row) => eventOf(row, new Map()),
  );
  return { ...shown, meta: { ...meta, knownTo } };
};

/** The own sessions, and for an admin everybody's. */
export const ownSessions = (
  { listSessions }: Pick<OpsDeps, 'listSessions'>,
  { operator }: OperatorPrincipal,
): Promise<readonly ConsoleSession[]> =>
  listSessions(mayDo(operator.role, 'administer') ? null : operator.operatorName);

/** Refuses NOT_FOUND, also for another's session unless an admin asks. */
export const sessionNamed = async (ops: OpsDeps, who: OperatorPrincipal, id: string): Promise<ConsoleSession> => {
  const found = (await ownSessions(ops, who)).find((session) => sessionIdOf(session) === id);
  if (found === undefined) throw rejection('NOT_FOUND', 'No such session');
  return found;
};

export const shownSession = (session: ConsoleSession, { session: own }: OperatorPrincipal): OpsConsoleSession => ({
  ...{ sessionId: sessionIdOf(session), operatorName: session.operatorName },
  ...{ startedAt: session.startedAt, usedAt: session.usedAt, address: session.address, browser: session.browser },
  isCurrent: own?.tokenHash === session.tokenHash,
});
