import { event } from '../../../packages/testing/src/samples/sample-events';
import { withTransfer } from '../../../projections/payments/refunded';

test('keeps transfers of refunds in the order of their records', () => {
  const { data } = event('RefundRecorded');
  const { txid: txHash, amountBaseUnits, to, transferredAt, recordedAt } = data;
  const first = { txHash, amountBaseUnits, to, transferredAt, recordedAt };
  expect(withTransfer(null, data)).toEqual([first]);
  expect(withTransfer([first], { ...data, txid: 'another' })).toEqual([first, { ...first, txHash: 'another' }]);
});
