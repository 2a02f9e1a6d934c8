import { foundTransfer, foundTransferIdOf } from '../../../aggregates/found-transfer/found-transfer';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const claimed = event('FoundTransferClaimed');
const claim = { type: 'ClaimFoundTransfer', transfer: claimed.data } as const;

test('ends one payment by a transfer that operators found', () => {
  given(foundTransfer).when(claim).then(claimed);
  given(foundTransfer, claimed).when(claim).nothing();
  given(foundTransfer, claimed)
    .when({ ...claim, transfer: { ...claimed.data, paymentId: 'wd2' } })
    .rejects('WRONG_STATE');
});

test('gives a transaction one id per network in any spelling, and a bank’s transfer one id', () => {
  const ids = ['0xABcd', 'abCD', '0xabcd'].map((txid) => foundTransferIdOf('ethereum', txid));
  expect(new Set(ids)).toEqual(new Set(['ethereum:abcd']));
  expect(foundTransferIdOf('polygon', '0xabcd')).toBe('polygon:abcd');
  expect(foundTransferIdOf(null, 'D77-1')).toBe('bank:D77-1');
});
