import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { cashinIntentsProjection } from '../../../projections/payments/cashin-intents';
import { listCashinsDeliveredBy } from '../../../read-models/operators/cashins-delivered-by';
import { type CashinIntentRow, cashinIntents } from '../../../read-models/payments/cashin-intents';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const intent = rowAfter(cashinIntentsProjection, cashinIntents, recorded('CashinIntentCreated'));
const delivering = (intent_id: string, txId: string | null, more: Partial<CashinIntentRow> = {}) =>
  row(cashinIntents, { ...intent, intent_id, quote_id: `q-${intent_id}`, delivery: { txId }, ...more });

test('a transaction has delivered for whichever cash-in knows it, however its hex is written', async () => {
  await models.store(
    ...[delivering('c1', '0xF1'), delivering('c2', 'f1'), delivering('c3', '0xf2'), delivering('c4', null)],
    ...[delivering('c5', '0xf1', { network: 'polygon' }), delivering('c6', null, { delivery: null })],
  );
  const deliveredBy = (txid: string) => listCashinsDeliveredBy(models.query, 'ethereum', txid);
  for (const txid of ['0xf1', '0XF1', 'F1']) expect(await deliveredBy(txid)).toEqual(['c1', 'c2']);
  expect([await deliveredBy('0xf2'), await deliveredBy('0xf3')]).toEqual([['c3'], []]);
});
