import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { auditTrailProjection } from '../../../projections/audit-trail';
import { depositsProjection } from '../../../projections/deposits';
import { cashoutIntentsProjection } from '../../../projections/payments/cashout-intents';
import { deposits } from '../../../read-models/matching/deposits';
import { auditTrail } from '../../../read-models/operators/audit-trail';
import { readStreamTraces } from '../../../read-models/operators/stream-traces';
import { cashoutIntents } from '../../../read-models/payments/cashout-intents';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const park = (projection: string, stream: string, at: string) =>
  models.query(
    `INSERT INTO lastro.parked_streams (projection, stream, from_revision, from_commit, from_prepare, error, parked_at)
      VALUES ($1, $2, NULL, 1, 1, 'somebody deleted it', $3)`,
    [projection, stream, at],
  );
const remembered = (...[type, data, envelope]: Parameters<typeof recorded>) =>
  models.store(row(auditTrail, rowAfter(auditTrailProjection, auditTrail, recorded(type, data, envelope))));

test('finds a payment by its row, its last event and its parking', async () => {
  await models.store(
    row(cashoutIntents, rowAfter(cashoutIntentsProjection, cashoutIntents, recorded('CashoutIntentCreated'))),
  );
  await remembered('CashoutIntentCreated', {}, { id: 'e0' });
  await remembered('DepositAccepted', {}, { id: 'e1', revision: 1 });
  await park('deposits', 'cashout-cid1', time(1));
  expect(await readStreamTraces(models.query)('cashout-cid1')).toEqual({
    ...{ memos: ['lastro:cid1'], status: 'PENDING', isParked: true },
    event: { type: 'DepositAccepted', revision: 1, at: time(500) },
  });
});

test('finds a deposit by its row', async () => {
  await models.store(row(deposits, rowAfter(depositsProjection, deposits, recorded('DepositObserved'))));
  expect(await readStreamTraces(models.query)('deposit-ethereum:0xd1:0')).toEqual({
    ...{ memos: ['lastro:cid1'], status: 'OBSERVED', event: null, isParked: false },
  });
});
