import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import { movement, time } from '../../../packages/testing/src/samples/sample-data';
import { faultyStore, typesIn } from '../../doubles/faulty-store';
import { CALM, FINAL, OBSERVED, watching } from './watching';

describe('a scan of the network', () => {
  test('observes from the newest block, and decides at the final one', async () => {
    const { chain, look, deposit } = watching();
    chain.mine({});
    await look();
    expect(await deposit()).toEqual(OBSERVED);
    await look();
    expect(await deposit()).toEqual(OBSERVED);
    chain.finalise(1);
    await look();
    await look();
    expect(await deposit()).toEqual(FINAL);
  });

  test('records the facts of the movement in the name of the watcher', async () => {
    const { deps, chain, look } = watching();
    chain.mine({});
    chain.finalise(1);
    await look();
    const [observed] = await deps.eventStore.readStream('deposit-ethereum:0xd1:0');
    const facts = { blockNumber: '1', blockHash: '0xb1f0', blockTime: time(1) };
    const depositId = 'ethereum:0xd1:0';
    expect(observed?.data).toEqual({ ...movement, ...facts, mode: 'sandbox', depositId, observedAt: time(0) });
    expect(observed?.metadata.actor).toEqual({ kind: 'system', id: 'watcher:ethereum' });
  });

  test('begins at the newest final block, and continues after the cursor', async () => {
    const { chain, cursors, look } = watching();
    chain.pass(10);
    chain.finalise(6);
    await look();
    chain.pass(2);
    await look();
    expect(chain.scans).toEqual([
      [6n, 10n],
      [11n, 12n],
    ]);
    expect(cursors.at(-1)).toMatchObject({ height: 12n, hash: '0xb12f0', finalHeight: 6n });
  });

  test('follows in steps of the reader, and does not count before it reaches the head', async () => {
    const { deps, chain, cursors, look } = watching();
    chain.pass(1_100);
    const scan: ChainReader['scan'] = (asked) =>
      chain.reader.scan({ ...asked, to: asked.to < asked.from + 499n ? asked.to : asked.from + 499n });
    const step = () => look({ reader: { ...chain.reader, scan } });
    expect(await step()).toMatchObject({ ...CALM, behind: true });
    expect(await step()).toMatchObject({ ...CALM, behind: true });
    expect(cursors.at(-1)).toMatchObject({ lookedAt: null });
    deps.clock.advance(1_000);
    expect(await step()).toMatchObject(CALM);
    expect(cursors.at(-1)).toMatchObject({ height: 1_100n, lookedAt: time(1) });
    expect(chain.scans).toEqual([
      [0n, 499n],
      [500n, 999n],
      [1000n, 1100n],
    ]);
  });
});

describe('the cursor follows the facts', () => {
  test('is written after all facts, which are scanned again after a crash without duplicates', async () => {
    const { deps, chain, cursors, look } = watching();
    chain.mine({ txid: '0xd1' }, { txid: '0xd2' }, { txid: '0xd3' });
    const eventStore = faultyStore(deps.eventStore, (append) => (append === 1 ? 'crash after' : null));
    await expect(look({ eventStore })).rejects.toThrow('after the append');
    expect(cursors).toEqual([]);
    await look();
    expect(await typesIn(deps.eventStore)).toEqual(Array(3).fill('DepositObserved'));
  });

  test('costs only a repeated scan when it could not be saved', async () => {
    const { deps, chain, store, look } = watching();
    chain.mine({});
    const saveCursor = () => Promise.reject(new Error('the database is away'));
    await expect(look({ store: { ...store, saveCursor } })).rejects.toThrow('the database is away');
    await look();
    expect(chain.scans).toEqual([
      [0n, 1n],
      [0n, 1n],
    ]);
    expect(await typesIn(deps.eventStore)).toEqual(OBSERVED);
  });

  test('stays in its place while the node is unreachable', async () => {
    const { chain, cursors, lookAt } = watching();
    chain.mine({});
    const away = () => Promise.reject(new Error('node away'));
    await expect(lookAt({ heads: away })).rejects.toThrow('node away');
    expect(await lookAt({ scan: away })).toMatchObject({ ...CALM, failure: 'node away' });
    expect(cursors).toEqual([]);
  });
});

describe('a cursor that was lost', () => {
  const matters = { watermarkMatters: async () => true };

  test('costs a scan from 500 blocks before the last watermark, and no replaced deposit', async () => {
    const { chain, cursors, look, lose, restarted, deposit } = watching();
    chain.pass(450);
    await look();
    chain.pass(150);
    await look(matters);
    chain.reorganise(599);
    chain.mine({});
    chain.pass(3);
    chain.finalise(602);
    lose();
    await look(restarted());
    expect(chain.scans.at(-1)).toEqual([101n, 602n]);
    expect(cursors.at(-1)).toMatchObject({ finalHeight: 100n });
    await look();
    expect(await deposit()).toEqual(FINAL);
  });

  test('never begins before the first block, nor above the newest final one', async () => {
    const { chain, look, lose, restarted } = watching();
    chain.pass(700);
    chain.finalise(300);
    await look(matters);
    lose();
    await look(restarted());
    expect(chain.scans.at(-1)).toEqual([201n, 700n]);
    chain.reorganise(101);
    chain.finalise(90);
    lose();
    await look(restarted());
    expect(chain.scans.at(-1)).toEqual([90n, 100n]);
  });
});
