import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { event, recorded } from '../../../packages/testing/src/samples/sample-events';
import { time } from '../../../packages/testing/src/samples/sample-time';
import { auditTrailProjection } from '../../../projections/audit-trail';
import { listClosedStreams, listParkedStreams } from '../../../read-models/operators/aside';
import { auditTrail } from '../../../read-models/operators/audit-trail';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

test('lists a parked stream once, the oldest first, with every projection that has parked it', async () => {
  const park = (projection: string, stream: string, at: string) =>
    models.query(
      `INSERT INTO lastro.parked_streams (projection, stream, from_revision, from_commit, from_prepare, error, parked_at)
        VALUES ($1, $2, NULL, 1, 1, 'somebody deleted it', $3)`,
      [projection, stream, at],
    );
  await park('payouts', 'cashout-b', time(2));
  await park('audit-trail', 'cashout-b', time(3));
  await park('deposits', 'deposit-a', time(1));
  const error = 'somebody deleted it';
  expect(await listParkedStreams(models.query)).toEqual([
    { stream: 'deposit-a', since: time(1), projections: ['deposits'], error },
    { stream: 'cashout-b', since: time(2), projections: ['audit-trail', 'payouts'], error },
  ]);
});

test('lists closed streams by the event of their closing', async () => {
  const closings = [recorded('StreamClosed', { stream: 'deposit-a' }), recorded('StreamClosed', {}, { id: 'e2' })];
  const others = [recorded('LinkCreated'), recorded('CashoutIntentCreated')];
  for (const each of [...closings, ...others]) {
    await models.store(row(auditTrail, rowAfter(auditTrailProjection, auditTrail, each)));
  }
  expect(await listClosedStreams(models.query)).toEqual([
    event('StreamClosed').data,
    event('StreamClosed', { stream: 'deposit-a' }).data,
  ]);
});
