import { mentionsOf } from '../../../../../infra/chains/evm/protocol/memo';
import { addressTopic, TRANSFER_TOPIC } from '../../../../../infra/chains/evm/protocol/transfers';
import type { EvmWatch } from '../../../../../infra/chains/evm/protocol/watch';
import { movementsOf } from '../../../../../infra/chains/evm/scanning/movements';

const idOf = (digit: string): string => `bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x${digit}`;
const MEMO = `acme:${idOf('4')}`;
const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
/** A call of an account with a transfer of tokens inside, as a wallet's batch of calls encodes it. */
const batchOf = (...tails: readonly string[]): string =>
  `0x34fcd5be${tails.map((tail) => `${'00'.repeat(32)}a9059cbb${'11'.repeat(64)}${tail}${'00'.repeat(28)}`).join('')}`;

describe('Memos inside a call', () => {
  it.each<[string, string, readonly string[]]>([
    ['one of a batch', batchOf(hexOf(MEMO)), [MEMO]],
    ['one that comes twice', batchOf(hexOf(MEMO), hexOf(MEMO)), [MEMO]],
    [
      'three at most',
      batchOf(...['2', '3', '4', '5'].map((digit) => hexOf(`acme:${idOf(digit)}`))),
      ['2', '3', '4'].map((digit) => `acme:${idOf(digit)}`),
    ],
    ['one behind half of one', batchOf(`${hexOf(MEMO).slice(0, 60)}${hexOf(MEMO)}`), [MEMO]],
    ['none of another prefix', batchOf(hexOf(`other:${idOf('4')}`)), []],
    ['none that is cut off', `0x34fcd5be${hexOf(MEMO).slice(0, -2)}`, []],
    ['none of other characters', batchOf(hexOf(MEMO.toUpperCase().replace('ACME', 'acme'))), []],
    ['none between two bytes', `0x34fcd5be0${hexOf(MEMO)}0`, []],
    ['none in an empty input', '0x', []],
  ])('are %s', (_what, input, memos) => expect(mentionsOf(input, 'acme')).toEqual(memos));
});

const SIGNER = `0x${'66'.repeat(20)}`;
const PAYER = `0x${'11'.repeat(20)}`;
const RECEIVER = `0x${'22'.repeat(20)}`;
const TOKEN = `0x${'33'.repeat(20)}`;
const HASH = `0x${'44'.repeat(32)}`;
const TXID = `0x${'55'.repeat(32)}`;
const watch: EvmWatch = {
  ...{ network: 'base', mode: 'live', chainId: 8453n, own: new Set<string>(), receivers: [RECEIVER] },
  ...{ memoPrefix: 'acme', nativeAssetId: 1, nativeDustBelow: 0n, wholeBlocks: true, tokens: new Map([[TOKEN, 2]]) },
};

describe('A transfer of tokens in a batch of calls', () => {
  const paid = (input: string, from = PAYER, own: readonly string[] = []) => {
    const place = { blockNumber: 7n, blockHash: HASH };
    const topics = [TRANSFER_TOPIC, addressTopic(PAYER), addressTopic(RECEIVER)];
    const log = { address: TOKEN, topics, data: `0x${'2'.padStart(64, '0')}`, logIndex: 0n, transactionHash: TXID };
    const transaction = { hash: TXID, from, to: PAYER, value: 0n, input, chainId: 8453n, blockHash: HASH };
    const receipt = { transactionHash: TXID, succeeded: true, logs: [{ ...log, ...place }], ...place };
    const block = { number: 7n, hash: HASH, time: '2026-11-28T12:00:00.000Z' };
    return movementsOf({ transaction, receipt, block }, { ...watch, own: new Set(own) });
  };

  it('pays nothing, and reports the memo inside', () => {
    const facts = { assetId: 2, amountBaseUnits: '2', memos: [], unsupported: 'NOT_A_DIRECT_TRANSFER' };
    expect(paid(batchOf(hexOf(MEMO)))).toMatchObject([{ ...facts, mentions: [MEMO] }]);
  });

  it('is our own transfer when one of our accounts signs the transaction', () => {
    expect(paid('0x', SIGNER, [SIGNER])).toMatchObject([{ sender: PAYER, isOwn: true }]);
    expect(paid('0x', SIGNER)[0]).not.toHaveProperty('isOwn');
  });

  it('reports no memo when none is inside', () => {
    expect(paid(batchOf('00'))[0]).not.toHaveProperty('mentions');
  });
});
