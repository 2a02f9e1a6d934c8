import { refundTransfer, transferIdOf } from '../../../aggregates/refund-transfer/refund-transfer';
import { given } from '../../given';
import { event } from '../../samples/sample-events';

const claimed = event('RefundTransferClaimed');
const claim = { type: 'ClaimRefundTransfer', transfer: claimed.data } as const;

test('a transaction is the refund of one payment', () => {
  given(refundTransfer).when(claim).then(claimed);
  given(refundTransfer, claimed).when(claim).nothing();
  given(refundTransfer, claimed)
    .when({ ...claim, transfer: { ...claimed.data, paymentId: 'cid2' } })
    .rejects('WRONG_STATE');
});

test('however its hash is written; what is no hex stays as it is', () => {
  const ids = ['0xABcd', 'abCD', '0xabcd'].map((txid) => transferIdOf('ethereum', txid));
  expect(new Set(ids)).toEqual(new Set(['ethereum:abcd']));
  expect(transferIdOf('solana', '5VERYbase58')).not.toBe(transferIdOf('solana', '5verybase58'));
  expect(transferIdOf('polygon', '0xabcd')).not.toBe(ids[0]);
});
