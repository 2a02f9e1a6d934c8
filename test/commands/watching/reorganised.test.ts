import { FINAL, OBSERVED, watching } from './watching';

describe('a reorganisation of the network', () => {
  test('scans again everything above the last final block', async () => {
    const { chain, look } = watching();
    chain.pass(5);
    chain.finalise(2);
    await look();
    chain.pass(1);
    await look();
    chain.reorganise(4);
    chain.pass(3);
    await look();
    expect(chain.scans.at(-1)).toEqual([3n, 6n]);
  });

  test('loses no payment of the replaced block between the check of the cursor and the scan', async () => {
    const { deps, chain, look, lookAt, deposit } = watching();
    chain.pass(2);
    await look();
    chain.pass(1);
    const scan: typeof chain.reader.scan = (asked) => {
      chain.reorganise(2);
      chain.mine({});
      chain.pass(1);
      return chain.reader.scan(asked);
    };
    const failure = 'ethereum: height 3 does not follow the last scanned height';
    expect(await lookAt({ scan })).toMatchObject({ failure });
    deps.clock.advance(1_000);
    await look();
    expect(await deposit()).toEqual(OBSERVED);
  });

  test('is scanned again at any depth when a node served its own fork', async () => {
    const { chain, look, lookAt, deposit } = watching();
    chain.pass(1);
    await look();
    chain.mine({});
    chain.pass(7);
    chain.finalise(6);
    const onItsOwnFork: typeof chain.reader.scan = async (asked) => {
      const found = await chain.reader.scan(asked);
      return found.outcome === 'GAP' ? found : { ...found, movements: [], upTo: { ...found.upTo, hash: '0xstale' } };
    };
    await lookAt({ scan: onItsOwnFork, rescan: () => Promise.reject(new Error('only scans are of interest')) });
    await look();
    expect(await deposit()).toEqual(FINAL);
  });

  test('fails the scan below the final history, and moves no cursor', async () => {
    const { chain, cursors, look } = watching();
    chain.pass(5);
    await look();
    chain.pass(1);
    chain.finalise(4);
    await look();
    const cursor = cursors.at(-1);
    chain.finalise(0);
    chain.reorganise(2);
    await expect(look()).rejects.toThrow('ethereum: the newest height is 1, but height 4 is already final');
    expect(cursors.at(-1)).toBe(cursor);
  });

  test('has one deposit for a payment that moved, with the facts of the last block', async () => {
    const { deps, chain, look, deposit } = watching();
    chain.mine({});
    await look();
    chain.reorganise(1);
    chain.pass(1);
    chain.mine({});
    await look();
    chain.finalise(2);
    await look();
    expect(await deposit()).toEqual(FINAL);
    const history = await deps.eventStore.readStream('deposit-ethereum:0xd1:0');
    expect(history[1]?.data).toMatchObject({ blockNumber: '2', blockHash: '0xb2f1' });
  });

  test('reverts a lost payment at finality, and not before', async () => {
    const { chain, look, deposit } = watching();
    chain.mine({});
    await look();
    chain.reorganise(1);
    chain.pass(2);
    await look();
    expect(await deposit()).toEqual(OBSERVED);
    chain.finalise(2);
    await look();
    expect(await deposit()).toEqual([...OBSERVED, 'DepositReverted']);
  });

  test('observes a payment again when it returns, even in an earlier lost block', async () => {
    const { deps, chain, look, lookAt, lose, restarted, deposit } = watching();
    const same = () => chain.mine({});
    same();
    await look();
    const judge: typeof chain.reader.judge = async () => ({
      judgements: [{ verdict: 'GONE', reason: 'REORGANISED_AWAY' }],
      ...{ shortfalls: [], unprovedBlocks: 0 },
    });
    chain.finalise(1);
    await lookAt({ judge, rescan: () => Promise.reject(new Error('only scans are of interest')) });
    deps.clock.advance(1_000);
    lose();
    await look(restarted());
    await look();
    expect(await deposit()).toEqual([...OBSERVED, 'DepositReverted', ...FINAL]);
  });
});
