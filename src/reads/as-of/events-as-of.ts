import type { Recorded } from '../../../aggregates/events';
import { FAMILIES } from '../../../aggregates/families';
import type { Mode } from '../../../aggregates/partner/events';
import { type AuditPage, type AuditTrailRow, listEventsAbout } from '../../../read-models/operators/audit-trail';
import type { Payment } from '../../../read-models/payments/payments';
import type { Query } from '../../../read-models/table';

/** The last moment that is included: a commit position of the log, or an ISO 8601 time in UTC. */
export type Moment = NonNullable<AuditPage['upTo']>;

/** The highest number of events that are folded; later ones are ignored. */
const MOST_EVENTS = 10_000;

export const streamOf = ({ kind, id }: Pick<Payment, 'kind' | 'id'>): string => `${FAMILIES[kind].category}-${id}`;

/** All events about the payment: its own and those of its quote, deposits, webhooks, user and partner. */
export const readEventsAsOf = async (query: Query, payment: Payment, moment: Moment): Promise<readonly Recorded[]> => {
  const stream = streamOf(payment);
  const { user_id: userId, partner_id: partnerId } = payment.row;
  const streams = [stream, `closing-${stream}`, `user-${userId}`, `partner-${partnerId}`];
  const page = { limit: MOST_EVENTS, after: null, upTo: moment };
  return (await listEventsAbout(query, { streams, ids: [payment.id] }, page)).map(recordedOf);
};

/** The audit trail keeps events as they were decoded, without the second half of their positions. */
const recordedOf = (row: AuditTrailRow): Recorded =>
  ({
    ...{ id: row.event_id, stream: row.stream, revision: row.revision, type: row.type, data: row.data },
    position: { commit: BigInt(row.position_commit), prepare: BigInt(row.position_commit) },
    metadata: {
      ...{ $correlationId: row.correlation_id, $causationId: row.causation_id, requestId: row.request_id },
      actor: { kind: row.actor_kind, id: row.actor_id },
      ...{ partnerId: row.partner_id, subjectId: row.subject_id, mode: row.mode as Mode | null },
      ...{ reason: row.reason, at: row.at, schemaVersion: 0 },
    },
  }) as unknown as Recorded;
