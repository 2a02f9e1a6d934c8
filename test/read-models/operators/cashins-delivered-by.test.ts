import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { auditTrailProjection } from '../../../projections/audit-trail';
import { cashinIntentsProjection } from '../../../projections/payments/cashin-intents';
import { auditTrail } from '../../../read-models/operators/audit-trail';
import { listCashinsDeliveredBy } from '../../../read-models/operators/cashins-delivered-by';
import { listSentByUs } from '../../../read-models/operators/sent-by-us';
import { type CashinIntentRow, cashinIntents } from '../../../read-models/payments/cashin-intents';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const intent = rowAfter(cashinIntentsProjection, cashinIntents, recorded('CashinIntentCreated'));
const delivering = (intent_id: string, txId: string | null, more: Partial<CashinIntentRow> = {}) =>
  row(cashinIntents, { ...intent, intent_id, quote_id: `q-${intent_id}`, delivery: { txId }, ...more });

test('lists the cash-ins that a transaction delivered, in any spelling of its hex', async () => {
  await models.store(
    ...[delivering('c1', '0xF1'), delivering('c2', 'f1'), delivering('c3', '0xf2'), delivering('c4', null)],
    ...[delivering('c5', '0xf1', { network: 'polygon' }), delivering('c6', null, { delivery: null })],
  );
  const deliveredBy = (txid: string) => listCashinsDeliveredBy(models.query, 'ethereum', txid);
  for (const txid of ['0xf1', '0XF1', 'F1']) expect(await deliveredBy(txid)).toEqual(['c1', 'c2']);
  expect([await deliveredBy('0xf2'), await deliveredBy('0xf3')]).toEqual([['c3'], []]);
});

test('lists the transactions that a delivery, a refund or another payment has claimed', async () => {
  const claimed = rowAfter(auditTrailProjection, auditTrail, recorded('FoundTransferClaimed'));
  const claim = (stream: string) => row(auditTrail, { ...claimed, event_id: stream, stream });
  await models.store(
    ...[delivering('s1', '0xA1'), delivering('s2', '0xa2', { network: 'polygon' })],
    ...[claim('foundTransfer-ethereum:a3'), claim('refundTransfer-ethereum:a4'), claim('deposit-ethereum:a5')],
  );
  const asked = ['0xa1', '0xa2', '0xa3', '0xa4', '0xa5'];
  expect(await listSentByUs(models.query, 'ethereum', asked)).toEqual(['0xa1', '0xa3', '0xa4']);
});
