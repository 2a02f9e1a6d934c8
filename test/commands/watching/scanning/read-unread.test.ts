import type { ChainReader, Reading, UnreadTransaction } from '../../../../commands/ports/chains/chain-reader';
import { movement } from '../../../../packages/testing/src/samples/sample-data';
import { AWAY, withoutDeposits } from '../log-away';
import { CALM, FINAL, OBSERVED, watching } from '../watching';

const unread: UnreadTransaction = {
  ...{ txid: '0xd1', height: 1n, blockHash: '0xb1f0' },
  memos: ['lastro:cid1'],
  reason: 'no receipt',
};

/** A payment in block 1 that the scan could not read. */
const withUnread = async (...transactions: readonly UnreadTransaction[]) => {
  const world = watching({ watermarkMatters: async () => true });
  const { deps, chain, lookAt } = world;
  deps.clock.advance(60_000);
  chain.mine({});
  chain.pass(1);
  const unreadable = transactions.length === 0 ? [unread] : transactions;
  const scan: ChainReader['scan'] = async (asked) => {
    const found = await chain.reader.scan(asked);
    return found.outcome === 'GAP' ? found : { ...found, movements: [], unread: unreadable };
  };
  const fails: ChainReader['read'] = async (asked) =>
    asked.map(() => ({ outcome: 'UNREAD', reason: 'no receipt yet' }));
  const rescan: ChainReader['rescan'] = async (from, to) => ({
    ...(await chain.reader.rescan(from, to)),
    movements: [],
  });
  const seen = await lookAt({ scan, read: fails });
  const lookUnread = (lies: Partial<ChainReader> = {}, ...other: Parameters<typeof lookAt>[1][]) =>
    lookAt({ rescan, ...lies }, ...other);
  return { ...world, scan, fails, seen, lookUnread };
};

const answer =
  (...readings: readonly Reading[]): ChainReader['read'] =>
  async () =>
    readings;

describe('an unreadable transaction', () => {
  test('stops neither its block nor the watermark, and is stored before the watermark', async () => {
    const { seen, cursors, unread: rows, watcher, lookAt, lose, store, scan } = await withUnread();
    expect(seen).toMatchObject({ failure: null, behind: false, troubles: ['0xd1 could not be read: no receipt yet'] });
    expect([cursors.at(-1)?.height, await watcher()]).toEqual([2n, ['WatermarkReached']]);
    expect(rows()).toMatchObject([{ txid: '0xd1', memos: ['lastro:cid1'], tries: 2 }]);
    lose();
    const written: string[] = [];
    const addUnread: typeof store.addUnread = async () => void written.push('unread');
    const watermarkMatters = async () => written.push('watermark') > 0;
    await lookAt({ scan }, { store: { ...store, addUnread }, watermarkMatters });
    expect(written).toEqual(['unread', 'watermark']);
  });

  test('is read at the next scan after a failed write, without a counted try', async () => {
    const { deps, lookUnread, unread: rows, deposit } = await withUnread();
    deps.clock.advance(2_000);
    const before = rows();
    await expect(lookUnread({}, { eventStore: withoutDeposits(deps.eventStore) })).rejects.toMatchObject(AWAY);
    expect(rows()).toEqual(before);
    expect(await lookUnread()).toMatchObject(CALM);
    expect([rows(), await deposit()]).toEqual([[], OBSERVED]);
  });

  test('is read again without an operator, then observed and checked', async () => {
    const { deps, chain, lookUnread, unread: rows, deposit } = await withUnread();
    deps.clock.advance(2_000);
    expect(await lookUnread()).toMatchObject(CALM);
    expect([rows(), await deposit()]).toEqual([[], OBSERVED]);
    chain.finalise(1);
    await lookUnread();
    expect(await deposit()).toEqual(FINAL);
  });

  test('becomes final at once in final history', async () => {
    const { deps, lookUnread, deposit } = await withUnread();
    deps.clock.advance(2_000);
    await lookUnread({ read: answer({ outcome: 'READ', movements: [{ movement, isFinal: true }] }) });
    expect(await deposit()).toEqual(['DepositFinalised']);
  });

  test('removes no row when the transaction is missing or pays nothing to us', async () => {
    for (const reading of [{ outcome: 'GONE' }, { outcome: 'READ', movements: [] }] as const) {
      const { deps, lookUnread, unread: rows, deposit } = await withUnread();
      deps.clock.advance(2_000);
      expect(await lookUnread({ read: answer(reading) })).toMatchObject(CALM);
      expect([rows(), await deposit()]).toEqual([[], []]);
    }
  });

  test('is requested less and less often, with memos of ours first', async () => {
    const nameless = { ...unread, txid: '0xe1', memos: [] };
    const { deps, lookUnread, fails } = await withUnread(nameless, unread);
    const read = jest.fn(fails);
    for (let round = 0; round < 100; round += 1) {
      deps.clock.advance(200);
      await lookUnread({ read });
    }
    // After 1, 3, 7 and 15 s.
    expect(read.mock.calls.map(([asked]) => asked.map(({ txid }) => txid))).toEqual(Array(4).fill(['0xd1', '0xe1']));
  });

  test('keeps memos that are learned later when its calldata is unknown', async () => {
    const [nameless, unknown] = [
      { ...unread, txid: '0xe1', memos: [] },
      { ...unread, memos: null },
    ];
    const { deps, lookUnread, unread: rows } = await withUnread(nameless, unknown);
    const memosOf = (txid: string) => rows().find((row) => row.txid === txid)?.memos;
    expect(memosOf('0xd1')).toBeNull();
    const learned: Reading = { outcome: 'UNREAD', reason: 'no receipt', memos: ['lastro:cid1'] };
    const read = jest.fn<Promise<readonly Reading[]>, [readonly UnreadTransaction[]]>(async () => [learned, learned]);
    deps.clock.advance(2_000);
    await lookUnread({ read });
    expect(read.mock.calls[0]?.[0].map(({ txid }) => txid)).toEqual(['0xd1', '0xe1']);
    expect([memosOf('0xd1'), memosOf('0xe1')]).toEqual([['lastro:cid1'], []]);
    deps.clock.advance(4_000);
    await lookUnread({ read: answer({ outcome: 'UNREAD', reason: 'away' }, { outcome: 'UNREAD', reason: 'away' }) });
    expect(memosOf('0xd1')).toEqual(['lastro:cid1']);
  });

  test('raises one alarm after ten minutes', async () => {
    const { deps, lookUnread, fails, restarted } = await withUnread();
    for (let round = 0; round < 30; round += 1) {
      deps.clock.advance(60_000);
      expect(deps.alerts).toHaveLength(round < 10 ? 0 : 1);
      await lookUnread({ read: fails }, round % 2 === 0 ? restarted() : {});
    }
    expect(deps.alerts[0]?.facts).toMatchObject({ network: 'ethereum', txid: '0xd1', memos: 'lastro:cid1' });
  });

  test('stays above the final height, and is read again after a reorganisation', async () => {
    const { deps, chain, cursors, lookUnread, fails, look, deposit } = await withUnread();
    chain.pass(3);
    chain.finalise(5);
    await lookUnread({ read: fails });
    await lookUnread({ read: fails });
    expect(cursors.at(-1)).toMatchObject({ height: 5n, finalHeight: 0n });
    deps.clock.advance(2_000);
    await look();
    await look();
    expect(cursors.at(-1)).toMatchObject({ finalHeight: 5n });
    expect(await deposit()).toEqual(FINAL);
  });

  test('stays until the read models have its deposit', async () => {
    const { deps, lookUnread, unread: rows, deposit } = await withUnread();
    deps.clock.advance(2_000);
    await lookUnread({}, { untilApplied: async () => false });
    expect([rows().length, await deposit()]).toEqual([1, OBSERVED]);
    deps.clock.advance(4_000);
    await lookUnread();
    expect([rows().length, await deposit()]).toEqual([0, OBSERVED]);
  });

  test('delays no other transaction when it cannot be written', async () => {
    const { deps, lookUnread, unread: rows, deposits } = await withUnread(unread, { ...unread, txid: '0xd2' });
    const strange = { ...movement, network: 'polygon' };
    const read: ChainReader['read'] = async (asked) =>
      asked.map(({ txid }) => ({
        outcome: 'READ',
        movements: [{ movement: { ...(txid === '0xd1' ? strange : movement), txid }, isFinal: false }],
      }));
    deps.clock.advance(2_000);
    await lookUnread({ read });
    expect([rows().map(({ txid }) => txid), (await deposits()).length]).toEqual([['0xd1'], 1]);
  });
});

describe('an impossible reading', () => {
  test.each<[string, ChainReader['read'], string]>([
    ['too few', answer(), 'the answer has 0 readings for 1 transactions'],
    ['too many', answer({ outcome: 'GONE' }, { outcome: 'GONE' }), 'the answer has 2 readings for 1 transactions'],
    ['nothing', () => Promise.reject(new Error('node away')), 'node away'],
    [
      'another transaction',
      answer({ outcome: 'READ', movements: [{ movement: { ...movement, txid: '0xother' }, isFinal: false }] }),
      'the answer is about another transaction',
    ],
    [
      'another network',
      answer({ outcome: 'READ', movements: [{ movement: { ...movement, network: 'polygon' }, isFinal: false }] }),
      'reported a movement of polygon',
    ],
  ])('stays unread, and the scan continues, after an answer with %s', async (_name, read, trouble) => {
    const { deps, chain, cursors, lookUnread, unread: rows, deposits } = await withUnread();
    deps.clock.advance(2_000);
    chain.pass(1);
    const { troubles } = await lookUnread({ read });
    expect(troubles).toEqual([expect.stringContaining(trouble)]);
    expect([rows().length, await deposits(), cursors.at(-1)?.height]).toEqual([1, [], 3n]);
  });
});
