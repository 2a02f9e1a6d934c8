import type { Recorded } from '../aggregates/events';
import { CORRELATION_KEYS, FAMILY_PREFIXES } from '../aggregates/families';
import type { StreamPrefix } from '../aggregates/stream';
import { auditTrail } from '../read-models/operators/audit-trail';
import type { Value } from '../read-models/table';
import { type Projection, put } from './projection';

const textOf = (data: object, name: string): string | null => {
  const value = (data as { readonly [name: string]: unknown })[name];
  return typeof value === 'string' ? value : null;
};

/** Correlation id of the family that the event belongs to or names. */
const correlationIdIn = (data: object): string | null =>
  CORRELATION_KEYS.map((key) => textOf(data, key)).find((id) => id !== null) ?? null;

const rowOf = ({ id, position, stream, revision, type, data, metadata }: Recorded) => ({
  event_id: id,
  position_commit: position.commit.toString(),
  stream,
  revision,
  type,
  at: metadata.at,
  actor_kind: metadata.actor.kind,
  actor_id: metadata.actor.id,
  partner_id: metadata.partnerId,
  subject_id: metadata.subjectId,
  mode: metadata.mode,
  correlation_id: metadata.$correlationId,
  causation_id: metadata.$causationId,
  request_id: metadata.requestId,
  reason: metadata.reason,
  intent_id: correlationIdIn(data),
  deposit_id: textOf(data, 'depositId'),
  quote_id: textOf(data, 'quoteId'),
  data: data as unknown as { readonly [name: string]: Value },
});

export const auditTrailProjection: Projection<'audit-trail', StreamPrefix> = {
  name: 'audit-trail',
  tables: [auditTrail],
  streamPrefixes: [
    ...FAMILY_PREFIXES,
    ...(['partner-', 'members-', 'user-', 'quote-', 'deposit-', 'watcher-', 'webhook-', 'link-', 'ledger-'] as const),
    ...(['operators-', 'console-', 'peggedBalance-', 'documentLookups-', 'refundTransfer-', 'foundTransfer-'] as const),
    ...(['halts-', 'limit-'] as const),
  ],
  keys: () => [],
  apply: (event) => [put(auditTrail, rowOf(event))],
};
