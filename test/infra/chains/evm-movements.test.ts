import { type EvmInclusion, movementsOf } from '../../../infra/chains/evm-movements';
import type { EvmLog } from '../../../infra/chains/evm-wire';
import { recordedInclusion, recordedWatch } from './evm-recorded';
import { MEMO } from './evm-scenario';

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

  it('are none when the transaction failed', () => {
    expect(movementsOf(recordedInclusion('reverted'), recordedWatch)).toEqual([]);
  });

  it('carry no asset when the coin is not in the catalog', () => {
    const watch = { ...recordedWatch, nativeAssetId: null };
    expect(movementsOf(recordedInclusion('coin'), watch)).toMatchObject([{ assetId: null, contract: null }]);
  });

  it('count each log of a token payment that pays twice', () => {
    const twice = withLogs(recordedInclusion('token'), ([log]) => [log!, log!]);
    expect(movementsOf(twice, recordedWatch)).toMatchObject([{ movements: 2 }, { movements: 2 }]);
  });

  it('do not become ambiguous through the log of a look-alike beside them', () => {
    const [fake] = recordedInclusion('lookAlike').receipt.logs;
    const both = withLogs(recordedInclusion('token'), (logs) => [...logs, fake!]);
    expect(movementsOf(both, recordedWatch)).toMatchObject([
      { assetId: 202, movements: 1, unsupported: null },
      { assetId: null, movements: 2, unsupported: 'NOT_A_DIRECT_TRANSFER' },
    ]);
  });

  it('do not count the coin twice where the chain logs its own moves', () => {
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

  it('are unsupported when the calldata names another receiver than the log', () => {
    const inclusion = recordedInclusion('token');
    const input = inclusion.transaction.input.replace('c0ffee01', 'c0ffee02');
    const changed = { ...inclusion, transaction: { ...inclusion.transaction, input } };
    expect(movementsOf(changed, recordedWatch)).toMatchObject([{ unsupported: 'NOT_A_DIRECT_TRANSFER' }]);
  });
});
