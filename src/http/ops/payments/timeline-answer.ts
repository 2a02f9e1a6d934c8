import { FAMILIES } from '../../../../aggregates/families';
import { invalidField } from '../../../../aggregates/rejection';
import { type AuditTrailRow, findAuditPlace, listEventsAbout } from '../../../../read-models/operators/audit-trail';
import { findAnyPayment, readKnownTo } from '../../../../read-models/operators/payment-facts';
import { masked } from '../../../reads/masked';
import { page } from '../../envelope';
import type { OpsDeps } from '../ops-deps';
import { momentOf, noPayment, tooEarly } from './as-of';
import type { OpsEvent, OpsTimeline, OpsTimelineQuery } from './timeline.dto';

const DEFAULT_LIMIT = 100;

/** Refuses PAYMENT_NOT_FOUND, and a cursor that is no event. */
export const pageOfEvents = async (
  { query }: Pick<OpsDeps, 'query'>,
  id: string,
  { limit = DEFAULT_LIMIT, cursor, order, at }: OpsTimelineQuery,
): Promise<OpsTimeline> => {
  const knownTo = await readKnownTo(query);
  const payment = await findAnyPayment(query, id);
  if (payment === null) throw noPayment();
  const after = cursor === undefined ? null : await findAuditPlace(query, cursor);
  if (cursor !== undefined && after === null) throw invalidField('cursor', 'is not the id of an event');
  const upTo = at === undefined ? null : momentOf(at);
  const asked = { streams: [`${FAMILIES[payment.kind].category}-${id}`], ids: [id] };
  const rows = await listEventsAbout(query, asked, {
    limit: limit + 1,
    after,
    isNewestFirst: order === 'newest',
    upTo,
  });
  if (upTo !== null && after === null && rows.length === 0) throw tooEarly();
  const types = new Map(rows.map((row) => [row.event_id, row.type]));
  const { meta, ...shown } = page(
    rows,
    limit,
    (row) => row.event_id,
    (row) => eventOf(row, types),
  );
  return { ...shown, meta: { ...meta, knownTo } };
};

export const eventOf = (row: AuditTrailRow, types: ReadonlyMap<string, string>): OpsEvent => ({
  eventId: row.event_id,
  position: row.position_commit,
  stream: row.stream,
  revision: row.revision,
  type: row.type,
  at: row.at,
  actor: { kind: row.actor_kind as OpsEvent['actor']['kind'], id: row.actor_id },
  reason: row.reason,
  causationId: row.causation_id,
  cause: types.get(row.causation_id) ?? null,
  requestId: row.request_id,
  depositId: row.deposit_id,
  data: masked(row.data) as OpsEvent['data'],
});
