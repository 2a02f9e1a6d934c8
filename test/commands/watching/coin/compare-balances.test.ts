import type { ChainReader } from '../../../../commands/ports/chains/chain-reader';
import type { WatchDeps } from '../../../../commands/watching/watch-deps';
import { memoryWatchStore } from '../../../doubles/memory-watch-store';
import { watching } from '../watching';

const ALERT = "A receiver's coin balance rose without a scanned transfer";
const COIN = { contract: null, assetId: 201, position: 'native', memos: [] };

/** A receiver with a balance of 100 that was compared at block 2. */
const compared = async () => {
  const world = watching();
  const { chain, deps, look } = world;
  let balance = 100n;
  const coinBalances = jest.fn<ReturnType<NonNullable<ChainReader['coinBalances']>>, [bigint, { isSecond: boolean }]>(
    async () => ({ assetId: 201, balances: [{ receiver: '0xaa', baseUnits: balance }] }),
  );
  const reader = { ...chain.reader, coinBalances };
  /** Two more blocks, all but the newest final, a minute later. */
  const minute = async (other: Partial<WatchDeps> = {}) => {
    chain.pass(2);
    chain.finalise(chain.newestNumber() - 1);
    deps.clock.advance(60_000);
    return [await look({ reader, ...other }), await look({ reader, ...other })].flatMap(({ troubles }) => troubles);
  };
  await minute();
  const rises = async () =>
    (await world.rows())
      .filter(({ unsupported }) => unsupported === 'UNEXPLAINED_RISE')
      .map(({ deposit_id, amount_base_units }) => [deposit_id, amount_base_units]);
  const alerts = () => deps.alerts.filter(({ what }) => what === ALERT);
  const setBalance = (baseUnits: bigint): void => {
    balance = baseUnits;
  };
  return { ...world, reader, coinBalances, minute, rises, alerts, setBalance };
};

describe('the coin of a receiver, once a minute', () => {
  test('records no deposit for recorded coin, for a loss, or for the first balance', async () => {
    const { chain, minute, rises, setBalance } = await compared();
    chain.mine({ ...COIN, amountBaseUnits: '40' });
    setBalance(140n);
    await minute();
    setBalance(20n);
    await minute();
    setBalance(20n);
    await minute();
    expect(await rises()).toEqual([]);
  });

  test('records a deposit and raises an alert for a rise without a recorded payment', async () => {
    const { chain, minute, rises, rows, alerts, setBalance } = await compared();
    chain.mine({ ...COIN, amountBaseUnits: '40' });
    setBalance(147n);
    for (let minutes = 0; minutes < 3; minutes += 1) await minute();
    const depositId = 'ethereum:coin-after-block-1:0xaa';
    expect(await rises()).toEqual([[depositId, '7']]);
    // By its stream the alert is closed once the deposit is resolved.
    const facts = { stream: `deposit-${depositId}`, depositId, receiver: '0xaa', amountBaseUnits: '7' };
    expect(alerts()).toEqual([{ what: ALERT, facts: expect.objectContaining(facts) }]);
    expect((await rows()).find(({ unsupported }) => unsupported === 'UNEXPLAINED_RISE')).toMatchObject({
      ...{ status: 'FINALISED', asset_id: 201, contract: null, memos: [], receiver: '0xaa', block_number: '4' },
    });
  });

  test('finds a rise after coin has left', async () => {
    const { minute, rises, setBalance } = await compared();
    setBalance(20n);
    await minute();
    setBalance(27n);
    await minute();
    expect(await rises()).toEqual([['ethereum:coin-after-block-3:0xaa', '7']]);
  });

  test('asks once, and asks a second endpoint only about a rise', async () => {
    const { minute, look, reader, coinBalances, setBalance } = await compared();
    expect(coinBalances.mock.calls).toEqual([[1n, { isSecond: false }]]);
    await look({ reader });
    setBalance(107n);
    await minute();
    expect(coinBalances.mock.calls.slice(1)).toEqual([
      [3n, { isSecond: false }],
      [3n, { isSecond: true }],
    ]);
  });

  test('records no deposit while the second answer differs, and records the deposit a minute later', async () => {
    const { minute, rises, coinBalances, setBalance } = await compared();
    setBalance(107n);
    coinBalances.mockImplementationOnce(async () => ({
      assetId: 201,
      balances: [{ receiver: '0xaa', baseUnits: 999n }],
    }));
    await minute();
    expect(await rises()).toEqual([]);
    await minute();
    expect(await rises()).toEqual([['ethereum:coin-after-block-1:0xaa', '7']]);
  });

  test('records a rise once for two processes, and a later rise under another id', async () => {
    const { minute, rises, alerts, setBalance, restarted } = await compared();
    const other = { ...restarted(), store: memoryWatchStore().store };
    await minute(other);
    setBalance(107n);
    await minute(other);
    await minute();
    setBalance(109n);
    await minute();
    await minute(other);
    expect((await rises()).map(([, amount]) => amount)).toEqual(['7', '2']);
    expect(alerts()).toHaveLength(2);
  });

  test('raises no second alert when another process has recorded the rise', async () => {
    const { minute, rises, alerts, setBalance, restarted } = await compared();
    const late = { ...restarted(), store: memoryWatchStore().store };
    await minute(late);
    setBalance(107n);
    await minute();
    await minute({ ...late, coinSeen: async () => ({ baseUnits: 0n, lastRise: 1n }) });
    setBalance(109n);
    await minute(late);
    expect([(await rises()).map(([, amount]) => amount), alerts().map(({ what }) => what)]).toEqual([
      ['7', '2'],
      [ALERT, ALERT],
    ]);
  });

  test('records a rise once when the process ends before the balance is kept', async () => {
    const { minute, rises, setBalance, store, restarted } = await compared();
    setBalance(107n);
    const saveCoinBalance = async () => Promise.reject(new Error('killed'));
    await minute({ store: { ...store, saveCoinBalance } });
    setBalance(109n);
    await minute(restarted());
    expect(await rises()).toEqual([
      ['ethereum:coin-after-block-1:0xaa', '7'],
      ['ethereum:coin-after-block-3:0xaa', '2'],
    ]);
  });

  test('waits while the read models lag behind the log', async () => {
    const { minute, rises, setBalance } = await compared();
    setBalance(107n);
    await minute({ coinSeen: async () => null });
    expect(await rises()).toEqual([]);
    await minute();
    expect(await rises()).toHaveLength(1);
  });

  test('waits while a final transaction is unread', async () => {
    const { minute, rises, setBalance, store } = await compared();
    setBalance(107n);
    await minute({ store: { ...store, lowestUnread: async () => 3n } });
    expect(await rises()).toEqual([]);
    await minute({ store: { ...store, lowestUnread: async () => 9_999n } });
    expect(await rises()).toHaveLength(1);
  });

  test('compares no balance that the node has pruned, and reports a failure without an answer', async () => {
    const { minute, rises, coinBalances, setBalance } = await compared();
    setBalance(107n);
    coinBalances.mockImplementationOnce(async () => null);
    expect([await minute(), await rises()]).toEqual([[], []]);
    coinBalances.mockImplementationOnce(async () => Promise.reject(new Error('away')));
    expect(await minute()).toEqual(['the comparison of receiver balances failed: away']);
    expect([await minute(), (await rises()).length]).toEqual([[], 1]);
  });
});
