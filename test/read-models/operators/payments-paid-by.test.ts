import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { cashoutIntentsProjection } from '../../../projections/payments/cashout-intents';
import { withdrawalsProjection } from '../../../projections/payments/withdrawals';
import { listPaymentsPaidBy } from '../../../read-models/operators/payments-paid-by';
import { cashoutIntents } from '../../../read-models/payments/cashout-intents';
import { withdrawals } from '../../../read-models/payments/withdrawals';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

test('lists the cash-outs and withdrawals that a transfer paid, by its end-to-end id', async () => {
  const intent = rowAfter(cashoutIntentsProjection, cashoutIntents, recorded('CashoutIntentCreated'));
  const withdrawal = rowAfter(withdrawalsProjection, withdrawals, recorded('WithdrawalRequested'));
  await models.store(
    row(cashoutIntents, { ...intent, end_to_end_id: 'E1' }),
    row(cashoutIntents, { ...intent, intent_id: 'cid2', quote_id: 'q2' }),
    row(withdrawals, { ...withdrawal, end_to_end_id: 'E2' }),
  );
  const paidBy = (endToEndId: string) => listPaymentsPaidBy(models.query, endToEndId);
  expect([await paidBy('E1'), await paidBy('E2'), await paidBy('E3')]).toEqual([['cid1'], ['wd1'], []]);
  await models.store(row(cashoutIntents, { ...intent, intent_id: 'cid3', quote_id: 'q3', end_to_end_id: 'E2' }));
  expect(await paidBy('E2')).toEqual(['cid3', 'wd1']);
});
