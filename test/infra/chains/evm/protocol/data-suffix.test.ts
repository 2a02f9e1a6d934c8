import { memosOf, TRANSFER_SELECTOR } from '../../../../../infra/chains/evm/protocol/memo';
import { addressTopic, TRANSFER_TOPIC } from '../../../../../infra/chains/evm/protocol/transfers';
import type { EvmWatch } from '../../../../../infra/chains/evm/protocol/watch';
import type { EvmTransaction } from '../../../../../infra/chains/evm/protocol/wire';
import { movementsOf } from '../../../../../infra/chains/evm/scanning/movements';

const MEMO = 'acme:bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4';
const MARKER = '8021'.repeat(8);
const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
/** Schema 0: the codes, their length, the schema, the marker. */
const suffixOf = (codes: string): string => `${hexOf(codes)}${codes.length.toString(16).padStart(2, '0')}00${MARKER}`;
const BASE_APP = suffixOf('baseapp');

const PAYER = `0x${'11'.repeat(20)}`;
const RECEIVER = `0x${'22'.repeat(20)}`;
const TOKEN = `0x${'33'.repeat(20)}`;
const HASH = `0x${'44'.repeat(32)}`;
const TXID = `0x${'55'.repeat(32)}`;
const AMOUNT = '2'.padStart(64, '0');
const transferOf = (tail: string): string => `${TRANSFER_SELECTOR}${addressTopic(RECEIVER).slice(2)}${AMOUNT}${tail}`;

describe('The memo before an ERC-8021 suffix', () => {
  it.each([
    ['one code', BASE_APP],
    ['several codes', suffixOf('baseapp,okx,morpho')],
    ['no code', suffixOf('')],
    ['a code of 250 characters', suffixOf('x'.repeat(250))],
    ['another schema', `a16161626f6b${'0006'}02${MARKER}`],
    ['two suffixes', `${BASE_APP}${suffixOf('okx')}`],
  ])('is read in coin and token calldata with %s', (_, suffix) => {
    expect(memosOf(`0x${hexOf(MEMO)}${suffix}`, 'acme')).toEqual([MEMO]);
    expect(memosOf(transferOf(`${hexOf(MEMO)}${suffix}`), 'acme')).toEqual([MEMO]);
  });

  it.each([
    ['the marker is cut short', `${hexOf(MEMO)}${BASE_APP.slice(0, -2)}`],
    ['the marker is not at the end', `${hexOf(MEMO)}${BASE_APP}00`],
    ['the memo is a byte too short', `${hexOf(MEMO.slice(0, -1))}${suffixOf('')}`],
    ['the memo does not come first', `00${hexOf(MEMO)}${BASE_APP}`],
    ['nothing but the suffix is there', BASE_APP],
  ])('is refused when %s', (_, tail) => expect(memosOf(`0x${tail}`, 'acme')).toEqual([]));

  it('keeps every byte of a memo of another length when no suffix follows', () => {
    expect(memosOf(`0x${hexOf(`${MEMO}x`)}`, 'acme')).toEqual([`${MEMO}x`]);
  });
});

const watch: EvmWatch = {
  ...{
    network: 'base',
    mode: 'live',
    chainId: 8453n,
    own: new Set<string>(),
    receivers: [RECEIVER],
    memoPrefix: 'acme',
  },
  ...{ nativeAssetId: 1, nativeDustBelow: 0n, wholeBlocks: true, tokens: new Map([[TOKEN, 2]]) },
};

const paid = (transaction: Pick<EvmTransaction, 'to' | 'value' | 'input'>) => {
  const place = { blockNumber: 7n, blockHash: HASH };
  const topics = [TRANSFER_TOPIC, addressTopic(PAYER), addressTopic(RECEIVER)];
  const log = { address: TOKEN, topics, data: `0x${AMOUNT}`, logIndex: 0n, transactionHash: TXID, ...place };
  const logs = transaction.to === TOKEN ? [log] : [];
  return movementsOf(
    {
      transaction: { hash: TXID, from: PAYER, chainId: 8453n, blockHash: HASH, ...transaction },
      receipt: { transactionHash: TXID, succeeded: true, logs, ...place },
      block: { number: 7n, hash: HASH, time: '2026-11-28T12:00:00.000Z' },
    },
    watch,
  );
};

describe('A payment whose calldata ends in an ERC-8021 suffix', () => {
  it('names its intent in the coin', () => {
    expect(paid({ to: RECEIVER, value: 5n, input: `0x${hexOf(MEMO)}${BASE_APP}` })).toMatchObject([
      { assetId: 1, amountBaseUnits: '5', memos: [MEMO], unsupported: null },
    ]);
  });

  it('names its intent in a token', () => {
    expect(paid({ to: TOKEN, value: 0n, input: transferOf(`${hexOf(MEMO)}${BASE_APP}`) })).toMatchObject([
      { assetId: 2, amountBaseUnits: '2', memos: [MEMO], unsupported: null },
    ]);
  });

  it('stays unsupported in the coin when a token call stands before the memo', () => {
    expect(paid({ to: RECEIVER, value: 5n, input: transferOf(`${hexOf(MEMO)}${BASE_APP}`) })).toMatchObject([
      { memos: [MEMO], unsupported: 'INPUT_IS_NOT_THE_MEMO' },
    ]);
  });
});
