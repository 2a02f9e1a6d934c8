import { type EvmLog, type EvmTransaction, readLogs } from '../../../../../../infra/chains/evm/protocol/wire';
import { type EvmInclusion, movementsOf } from '../../../../../../infra/chains/evm/scanning/movements';
import recorded from '../../../../../fixtures/evm/recorded.json';
import { recordedInclusion, recordedWatch } from '../recorded';
import { MEMO } from '../scenario';

const withLogs = (inclusion: EvmInclusion, change: (logs: readonly EvmLog[]) => readonly EvmLog[]): EvmInclusion => ({
  ...inclusion,
  receipt: { ...inclusion.receipt, logs: change(inclusion.receipt.logs) },
});

describe('The movements of a recorded transaction', () => {
  it('are one for a payment in the coin', () => {
    expect(movementsOf(recordedInclusion('coin'), recordedWatch)).toMatchObject([
      { position: 'native', assetId: 201, amountBaseUnits: '100000000000000000', memos: [MEMO], movements: 1 },
    ]);
  });

  it('are one for a token payment, at the ordinal of its log in the receipt', () => {
    const inclusion = recordedInclusion('feeToken');
    expect(movementsOf(inclusion, recordedWatch)).toMatchObject([{ position: '1', amountBaseUnits: '900' }]);
    // The block's own log index moves when the transaction does; the position must not.
    const later = withLogs(inclusion, (logs) => logs.map((log) => ({ ...log, logIndex: log.logIndex + 40n })));
    expect(movementsOf(later, recordedWatch)).toMatchObject([{ position: '1' }]);
  });

  it.each(['reverted', 'coin', 'token'] as const)('are none when the transaction failed (%s)', (name) => {
    const inclusion = recordedInclusion(name);
    const failed = { ...inclusion, receipt: { ...inclusion.receipt, succeeded: false } };
    expect(movementsOf(failed, recordedWatch)).toEqual([]);
  });

  it('omit a look-alike when the transaction has no memo of ours', () => {
    const watch = { ...recordedWatch, memoPrefix: 'other' };
    expect(movementsOf(recordedInclusion('lookAlike'), watch)).toEqual([]);
    expect(movementsOf(recordedInclusion('token'), watch)).toHaveLength(1);
  });

  it('have no asset when the coin is not in the catalog', () => {
    const watch = { ...recordedWatch, nativeAssetId: null };
    expect(movementsOf(recordedInclusion('coin'), watch)).toMatchObject([{ assetId: null, contract: null }]);
  });

  it('count each log of a token payment that pays twice', () => {
    const twice = withLogs(recordedInclusion('token'), ([log]) => [log!, log!]);
    expect(movementsOf(twice, recordedWatch)).toMatchObject([{ movements: 2 }, { movements: 2 }]);
  });

  it('stay clear despite the log of a look-alike beside them', () => {
    const [fake] = recordedInclusion('lookAlike').receipt.logs;
    const both = withLogs(recordedInclusion('token'), (logs) => [...logs, fake!]);
    expect(movementsOf(both, recordedWatch)).toMatchObject([
      { assetId: 202, movements: 1, unsupported: null },
      { assetId: null, movements: 2, unsupported: 'NOT_A_DIRECT_TRANSFER' },
    ]);
  });

  it('count the coin once when the chain logs its own moves', () => {
    const [log] = recordedInclusion('token').receipt.logs;
    const coinLog = { ...log!, address: '0xfffffffffffffffffffffffffffffffffffffffe' };
    const inclusion = withLogs(recordedInclusion('coin'), () => [coinLog]);
    expect(movementsOf(inclusion, recordedWatch)).toMatchObject([{ position: 'native', movements: 1 }]);
  });

  it.each([
    ['a value shorter than a word', (log: EvmLog): EvmLog => ({ ...log, data: '0x01' })],
    ['no value', (log: EvmLog): EvmLog => ({ ...log, data: '0x' })],
    ['an indexed value, as of a collectible', (log: EvmLog) => ({ ...log, topics: [...log.topics, log.topics[2]!] })],
    ['too few topics', (log: EvmLog) => ({ ...log, topics: log.topics.slice(0, 2) })],
    ['another event', (log: EvmLog) => ({ ...log, topics: [log.topics[2]!, ...log.topics.slice(1)] })],
    ['a dirty receiver', (log: EvmLog) => ({ ...log, topics: [...log.topics.slice(0, 2), `0xff${'0'.repeat(62)}`] })],
  ])('are none for a log with %s', (_, change) => {
    const odd = withLogs(recordedInclusion('token'), (logs) => logs.map(change));
    expect(movementsOf(odd, recordedWatch)).toEqual([]);
  });

  it.each<[string, (transaction: EvmTransaction) => EvmTransaction]>([
    ['the calldata names another receiver', (it) => ({ ...it, input: it.input.replace('c0ffee01', 'c0ffee02') })],
    ['the call is not a transfer', (it) => ({ ...it, input: it.input.replace('0xa9059cbb', '0x12345678') })],
    ['somebody else sent the transaction', (it) => ({ ...it, from: `0x${'ab'.repeat(20)}` })],
    ['another contract was called', (it) => ({ ...it, to: `0x${'ab'.repeat(20)}` })],
  ])('are unsupported when %s', (_, change) => {
    const inclusion = recordedInclusion('token');
    const changed = { ...inclusion, transaction: change(inclusion.transaction) };
    expect(movementsOf(changed, recordedWatch)).toMatchObject([{ unsupported: 'NOT_A_DIRECT_TRANSFER' }]);
  });
});

describe('the input of a payment in the coin', () => {
  const inclusion = recordedInclusion('coin');
  const memo = Buffer.from(MEMO, 'utf8').toString('hex');
  const withInput = (input: string) => ({ ...inclusion, transaction: { ...inclusion.transaction, input } });

  it.each([
    ['a token transfer with the memo behind it', `0xa9059cbb${'00'.repeat(64)}${memo}`],
    ['a transferFrom with the memo behind it', `0x23b872dd${'00'.repeat(96)}${memo}`],
  ])('names its intent, but is unsupported, as %s', (_, input) => {
    expect(movementsOf(withInput(input), recordedWatch)).toMatchObject([
      { memos: [MEMO], unsupported: 'INPUT_IS_NOT_THE_MEMO' },
    ]);
  });

  it('is supported when it is only the memo', () => {
    expect(movementsOf(withInput(`0x${memo}`), recordedWatch)).toMatchObject([{ memos: [MEMO], unsupported: null }]);
  });
});

describe('a payment in the coin', () => {
  const inclusion = recordedInclusion('coin');
  const [receiver] = recordedWatch.receivers;

  it.each<[string, Partial<EvmTransaction>]>([
    ['creates a contract', { to: null }],
    ['goes to somebody else', { to: `0x${'ab'.repeat(20)}` }],
    ['is of nothing', { value: 0n }],
    ['is of the receiver to itself', { from: receiver! }],
  ])('is not reported when it %s, with any memo', (_, changes) => {
    const transaction = { ...inclusion.transaction, ...changes };
    expect(movementsOf({ ...inclusion, transaction }, recordedWatch)).toEqual([]);
  });

  it.each([
    ['a byte behind it', (memo: string) => `${memo}00`],
    ['a line break behind it', (memo: string) => `${memo}0a`],
    ['a byte before it', (memo: string) => `20${memo}`],
    ['a byte that is no text', (memo: string) => `${memo}ff`],
  ])('does not name its intent when its input has %s', (_, change) => {
    const input = `0x${change(Buffer.from(MEMO, 'utf8').toString('hex'))}`;
    const [movement] = movementsOf({ ...inclusion, transaction: { ...inclusion.transaction, input } }, recordedWatch);
    expect(movement!.memos).not.toContain(MEMO);
  });
});

describe('Several receivers', () => {
  const inclusion = recordedInclusion('token');
  const former = `0x${'ab'.repeat(20)}`;
  const [log] = inclusion.receipt.logs;
  const toFormer = { ...log!, topics: [...log!.topics.slice(0, 2), `0x${former.slice(2).padStart(64, '0')}`] };
  const watch = { ...recordedWatch, receivers: [...recordedWatch.receivers, former] };

  it('each see their own movements, and count together', () => {
    const both = withLogs(inclusion, (logs) => [...logs, toFormer]);
    expect(movementsOf(both, watch)).toMatchObject([
      { receiver: recordedWatch.receivers[0], movements: 2, unsupported: null },
      { receiver: former, movements: 2, unsupported: 'NOT_A_DIRECT_TRANSFER' },
    ]);
  });
});

describe("A node's logs", () => {
  it('are sorted by the order of the block, since a position is an ordinal', () => {
    const raw = recorded.router.receipt.logs.map((log) => log);
    expect(readLogs([...raw].reverse())).toEqual(readLogs(raw));
    expect(readLogs(raw).map(({ logIndex }) => logIndex)).toEqual([0n, 1n, 2n]);
  });
});
