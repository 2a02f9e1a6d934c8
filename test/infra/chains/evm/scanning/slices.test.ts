import type { EvmNode } from '../../../../../infra/chains/evm/nodes/node';
import type { EvmWatch } from '../../../../../infra/chains/evm/protocol/watch';
import { sliceQuestion } from '../../../../../infra/chains/evm/scanning/slices';

const RECEIVER = `0x${'22'.repeat(20)}`;
const STRANGER = `0x${'33'.repeat(20)}`;
const HASH = `0x${'44'.repeat(32)}`;
const hashOf = (digit: string): string => `0x${digit.repeat(64)}`;

const watch: EvmWatch = {
  ...{
    network: 'base',
    mode: 'live',
    chainId: 8453n,
    own: new Set<string>(),
    receivers: [RECEIVER],
    memoPrefix: 'acme',
  },
  ...{ nativeAssetId: 1, nativeDustBelow: 0n, wholeBlocks: true, tokens: new Map<string, number>() },
};

const payment = {
  ...{ hash: hashOf('a'), from: STRANGER, to: RECEIVER, value: '0x5', input: '0x', type: '0x2' },
  ...{ chainId: '0x2105', blockHash: HASH },
};

const sliceOf = (transactions: readonly unknown[], hits: readonly string[] = [], watched = watch) => {
  const block = { number: '0x7', hash: HASH, parentHash: hashOf('1'), timestamp: '0x1', transactions };
  const sieve = { watch: watched, hits: new Set(hits), whole: true };
  return sliceQuestion({ label: 'node' } as EvmNode, 7n, sieve).read(block);
};

describe('A whole block with a transaction of an unknown shape', () => {
  const unknown = { hash: hashOf('b'), type: '0x79', blockHash: HASH, calls: [] };

  it('is read, and requests that transaction separately', () => {
    const slice = sliceOf([unknown, payment]);
    expect(slice?.plain).toMatchObject([{ txid: payment.hash, amountBaseUnits: '5' }]);
    expect(slice?.wanted).toMatchObject([{ txid: unknown.hash, transaction: null, isListed: true, isHit: false }]);
  });

  it.each([
    ['one of our receivers, in capitals', RECEIVER.toUpperCase().replace('0X', '0x'), 1],
    ['text that is no address', 'somewhere', 1],
    ['another address', STRANGER, 0],
  ])('wants it depending on its receiver: %s', (_, to, count) => {
    expect(sliceOf([{ ...unknown, to }, payment])?.wanted).toHaveLength(count);
  });

  it('requests the transaction once when a log for us names it', () => {
    const slice = sliceOf([{ ...unknown, to: STRANGER }], [unknown.hash]);
    expect(slice?.wanted).toMatchObject([{ txid: unknown.hash, isListed: true, isHit: true }]);
  });

  it('requests it only for its log where the coin is not watched', () => {
    const tokens = { ...watch, wholeBlocks: false };
    expect(sliceOf([unknown], [], tokens)?.wanted).toEqual([]);
    expect(sliceOf([unknown], [unknown.hash], tokens)?.wanted).toHaveLength(1);
  });

  it.each([
    ['has no hash', { ...unknown, hash: '0x1' }],
    ['is null', null],
  ])('is refused when the transaction %s', (_, item) => {
    expect(() => sliceOf([item, payment])).toThrow('malformed');
  });
});
