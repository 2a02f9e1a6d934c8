import { transferIdOf } from '../../../aggregates/refund-transfer/refund-transfer';

test('gives a transaction one id in any spelling of hex, and keeps base58 unchanged', () => {
  const ids = ['0xABcd', 'abCD', '0xabcd'].map((txid) => transferIdOf('ethereum', txid));
  expect(new Set(ids)).toEqual(new Set(['ethereum:abcd']));
  expect(transferIdOf('solana', '5VERYbase58')).not.toBe(transferIdOf('solana', '5verybase58'));
  expect(transferIdOf('polygon', '0xabcd')).not.toBe(ids[0]);
});
