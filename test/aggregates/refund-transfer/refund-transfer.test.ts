import { transferIdOf } from '../../../aggregates/refund-transfer/refund-transfer';

test('a transaction has one id however its hash is written; base58 stays as it is', () => {
  const ids = ['0xABcd', 'abCD', '0xabcd'].map((txid) => transferIdOf('ethereum', txid));
  expect(new Set(ids)).toEqual(new Set(['ethereum:abcd']));
  expect(transferIdOf('solana', '5VERYbase58')).not.toBe(transferIdOf('solana', '5verybase58'));
  expect(transferIdOf('polygon', '0xabcd')).not.toBe(ids[0]);
});
