import { readReceipt, readTransaction, readWord } from '../../../../../infra/chains/evm/protocol/wire';
import recorded from '../../../../fixtures/evm/recorded.json';

const { receipt } = recorded.router;
const { transaction } = recorded.coin;

describe("A node's answer", () => {
  it('is malformed when a receipt has one log twice, because positions are ordinals', () => {
    const [first] = receipt.logs;
    expect(() => readReceipt({ ...receipt, logs: [...receipt.logs, first] })).toThrow('malformed: receipt.logs');
    expect(readReceipt(receipt)!.logs).toHaveLength(3);
  });

  it.each([
    ['absent', undefined, null],
    ['null', null, null],
    ['0', '0x0', null],
    ['a number', '0x89', 137n],
  ])('may have a transaction whose chain id is %s', (_, chainId, read) => {
    expect(readTransaction({ ...transaction, chainId })!.chainId).toBe(read);
  });

  it('is malformed when a chain id is invalid', () => {
    expect(() => readTransaction({ ...transaction, chainId: 'one' })).toThrow('malformed: transaction.chainId');
  });

  it('is malformed, and names its type, when a transaction has an unknown shape', () => {
    const { value, ...unknown } = transaction;
    const read = () => readTransaction({ ...unknown, type: '0x79' });
    expect(read).toThrow('malformed: transaction.value (type 0x79)');
  });

  it.each([
    ['0x', 0n],
    [`0x${'2a'.padStart(64, '0')}`, 42n],
  ])('to a call is a number: %s', (word, number) => {
    expect(readWord(word, 'eth_call')).toBe(number);
  });

  it.each(['0x2a', `0x${'00'.repeat(64)}`, null, 42])('to a call is no number: %p', (word) => {
    expect(() => readWord(word, 'eth_call')).toThrow('malformed: eth_call');
  });
});
