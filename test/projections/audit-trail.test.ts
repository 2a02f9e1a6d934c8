import type { EventType } from '../../aggregates/events';
import { wants } from '../../infra/projections/rows/batch';
import { time } from '../../packages/testing/src/samples/sample-data';
import { EVERY_EVENT_TYPE, metadata, recorded } from '../../packages/testing/src/samples/sample-events';
import { auditTrailProjection } from '../../projections/audit-trail';
import { auditTrail } from '../../read-models/operators/audit-trail';
import { expectEveryRow } from '../every-row';
import { givenRows, row } from '../given';

const idIn = (data: object, name: string): string | null => (name in data ? String(data[name as never]) : null);

const expectRemembered = (type: EventType): void => {
  const event = recorded(
    type,
    {},
    {
      id: 'e1',
      revision: 3,
      position: { commit: 12_345_678_901_234_567_890n, prepare: 1n },
      metadata: metadata({ actor: { kind: 'operator', id: 'ana' }, reason: 'a court order', requestId: 'r1' }),
    },
  );
  givenRows(auditTrailProjection)
    .when(event)
    .thenRows(
      row(auditTrail, {
        event_id: 'e1',
        position_commit: '12345678901234567890',
        stream: event.stream,
        revision: 3,
        type,
        at: time(500),
        actor_kind: 'operator',
        actor_id: 'ana',
        partner_id: 'p1',
        subject_id: 'u1',
        mode: 'sandbox',
        correlation_id: 'correlation1',
        causation_id: 'cause1',
        request_id: 'r1',
        reason: 'a court order',
        intent_id: idIn(event.data, 'intentId') ?? idIn(event.data, 'withdrawId') ?? idIn(event.data, 'sessionId'),
        deposit_id: idIn(event.data, 'depositId'),
        quote_id: idIn(event.data, 'quoteId'),
        data: event.data as never,
      }),
    );
};

test('stores the actor, time, subject and cause of each event', () =>
  expectEveryRow(EVERY_EVENT_TYPE, String, expectRemembered));

test('follows every stream', () => {
  const ignored = EVERY_EVENT_TYPE.filter((type) => !wants(auditTrailProjection, recorded(type).stream));
  expect(ignored).toEqual([]);
});
