import { typesOf } from '../core';
import { Crash, faultyStore, typesIn } from '../faulty-store';
import { movement, time } from '../sample-data';
import { FINAL, OBSERVED, watching } from './watching';

describe('a look at the network', () => {
  test('observes from the newest block, decides at the finalised one', async () => {
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

  test('says what the chain says of the movement, on behalf of the watcher', async () => {
    const { deps, chain, look } = watching();
    chain.mine({});
    chain.finalise(1);
    await look();
    const [observed] = await deps.eventStore.readStream('deposit-ethereum:0xd1:0');
    const facts = { blockNumber: '1', blockHash: '0xb1f0', blockTime: time(1) };
    expect(observed?.data).toEqual({ ...movement, ...facts, depositId: 'ethereum:0xd1:0', observedAt: time(0) });
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
    expect(cursors.at(-1)).toEqual({ blockNumber: 12n, blockHash: '0xb12f0', finalNumber: 6n });
  });

  test('scans nothing when there is no new block, and still decides what became final', async () => {
    const { chain, look, deposit } = watching();
    chain.mine({});
    await look();
    chain.finalise(1);
    expect(await look()).toEqual({ behind: false, troubles: [] });
    expect(chain.scans).toHaveLength(1);
    expect(await deposit()).toEqual(FINAL);
  });

  test('catches up in steps of 500 blocks', async () => {
    const { chain, look } = watching();
    chain.pass(1_100);
    expect(await look()).toEqual({ behind: true, troubles: [] });
    expect(await look()).toEqual({ behind: true, troubles: [] });
    expect(await look()).toEqual({ behind: false, troubles: [] });
    expect(chain.scans).toEqual([
      [0n, 499n],
      [500n, 999n],
      [1000n, 1100n],
    ]);
  });

  test('two movements of one transaction are two deposits', async () => {
    const { deps, chain, look } = watching();
    chain.mine({ position: '0', movements: 2 }, { position: '1', movements: 2 });
    await look();
    expect(await typesIn(deps.eventStore)).toEqual([...OBSERVED, ...OBSERVED]);
  });
});

describe('the cursor follows the facts', () => {
  test('a crash after some of the facts scans them again, and doubles nothing', async () => {
    const { deps, chain, cursors, look } = watching();
    chain.mine({ txid: '0xd1' }, { txid: '0xd2' }, { txid: '0xd3' });
    const eventStore = faultyStore(deps.eventStore, (append) => (append === 1 ? 'crash after' : null));
    await expect(look({ eventStore })).rejects.toThrow(Crash);
    expect(cursors).toEqual([]);
    await look();
    expect(await typesIn(deps.eventStore)).toEqual(Array(3).fill('DepositObserved'));
  });

  test('a cursor that could not be saved costs a scan and nothing else', async () => {
    const { deps, chain, look } = watching();
    chain.mine({});
    const saveCursor = () => Promise.reject(new Error('the database is away'));
    await expect(look({ saveCursor })).rejects.toThrow('the database is away');
    await look();
    expect(chain.scans).toEqual([
      [0n, 1n],
      [0n, 1n],
    ]);
    expect(await typesIn(deps.eventStore)).toEqual(OBSERVED);
  });

  test('a node that is away moves nothing', async () => {
    const { chain, cursors, look } = watching();
    chain.mine({});
    const reader = { ...chain.reader, scan: () => Promise.reject(new Error('node away')) };
    await expect(look({ reader })).rejects.toThrow('node away');
    expect(cursors).toEqual([]);
  });
});

describe('a cursor that was lost', () => {
  const lose = { readCursor: async () => null };
  const matters = { watermarkMatters: async () => true };

  test('costs a scan from 500 blocks before the last watermark on, and no deposit of a block that was replaced', async () => {
    const { chain, cursors, look, deposit } = watching();
    chain.pass(450);
    await look();
    chain.pass(150);
    await look(matters);
    chain.reorganise(599);
    chain.mine({});
    chain.pass(3);
    chain.finalise(602);
    await look(lose);
    expect(chain.scans.at(-1)).toEqual([101n, 600n]);
    expect(cursors.at(-1)).toMatchObject({ finalNumber: 100n });
    await look();
    expect(await deposit()).toEqual(FINAL);
  });

  test('begins further before the watermark where blocks become final later than that', async () => {
    const { chain, look } = watching();
    chain.pass(1_400);
    chain.finalise(1_400);
    await look(matters);
    chain.pass(1_300);
    chain.finalise(2_000);
    await look(lose);
    expect(chain.scans.at(-1)).toEqual([701n, 1200n]);
  });

  test('never begins before the first block, nor above the newest final one', async () => {
    const { chain, look } = watching();
    chain.pass(700);
    chain.finalise(300);
    await look(matters);
    await look(lose);
    expect(chain.scans.at(-1)).toEqual([201n, 700n]);
    chain.reorganise(101);
    chain.finalise(90);
    await look(lose);
    expect(chain.scans.at(-1)).toEqual([90n, 100n]);
  });

  test('of a short chain costs a scan from its first block on', async () => {
    const { chain, look } = watching();
    chain.pass(2);
    await look(matters);
    chain.pass(4);
    chain.finalise(6);
    await look(lose);
    expect(chain.scans.at(-1)).toEqual([0n, 6n]);
  });
});

describe('one movement that cannot be judged', () => {
  test('does not keep the others, the watermark or the cursor waiting, and is reported', async () => {
    const { deps, chain, cursors, look } = watching({ watermarkMatters: async () => true });
    chain.mine({ txid: '0xd1' }, { txid: '0xd2' });
    await look();
    chain.pass(1);
    chain.finalise(1);
    const judge: typeof chain.reader.judge = (seen) =>
      seen.txid === '0xd1' ? Promise.reject(new Error('pruned')) : chain.reader.judge(seen);
    const seen = await look({ reader: { ...chain.reader, judge } });
    expect(seen).toEqual({ behind: false, troubles: ['ethereum:0xd1:0: pruned'] });
    expect(await typesOf(deps.eventStore, 'deposit-ethereum:0xd1:0')).toEqual(OBSERVED);
    expect(await typesOf(deps.eventStore, 'deposit-ethereum:0xd2:0')).toEqual(FINAL);
    expect(cursors.at(-1)).toMatchObject({ blockNumber: 2n });
    expect(await typesOf(deps.eventStore, 'watcher-ethereum')).toHaveLength(2);
  });
});

describe('the watermark', () => {
  test('is written after the deposits of its blocks, and only when it matters to an intent', async () => {
    const matters = jest.fn(async (reached: string) => reached === time(2));
    const { deps, chain, look } = watching({ watermarkMatters: matters });
    chain.pass(1);
    await look();
    chain.mine({});
    await look();
    expect(await typesIn(deps.eventStore)).toEqual([...OBSERVED, 'WatermarkReached']);
    const [reached] = await deps.eventStore.readStream('watcher-ethereum');
    expect(reached?.data).toEqual({ network: 'ethereum', time: time(2), blockNumber: '2' });
    expect(matters.mock.calls).toEqual([[time(1)], [time(2)]]);
  });

  test('of the same block again is nothing', async () => {
    const { deps, chain, look } = watching({ watermarkMatters: async () => true });
    chain.pass(1);
    await look();
    await look({ readCursor: async () => null });
    expect(await typesIn(deps.eventStore)).toEqual(['WatermarkReached']);
  });
});
