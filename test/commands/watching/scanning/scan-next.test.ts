import type { ChainReader, Scanned } from '../../../../commands/ports/chains/chain-reader';
import { movement, time } from '../../../../packages/testing/src/samples/sample-data';
import { eventsOf } from '../../../core';
import { withClosed } from '../../../doubles/closed-streams';
import { typesIn } from '../../../doubles/faulty-store';
import { CALM, OBSERVED, watching } from '../watching';

type World = ReturnType<typeof watching>;

/** A scan that differs from the chain. */
const telling =
  ({ chain }: World, lie: (found: Scanned) => Partial<Scanned>): ChainReader['scan'] =>
  async (asked) => {
    const found = await chain.reader.scan(asked);
    return found.outcome === 'GAP' ? found : { ...found, ...lie(found) };
  };

const upTo = (height: bigint, at = time(1)) => ({ upTo: { height, hash: '0xb', time: at } });

describe('an impossible scan', () => {
  test.each<[string, (found: Scanned) => Partial<Scanned>, string]>([
    ['a height above the one asked for', () => upTo(9n), 'the answer for heights 0 to 3 ends at height 9'],
    ['a height below', () => upTo(-1n), 'the answer for heights 0 to 3 ends at height -1'],
    ['no time', () => upTo(3n, ''), 'height 3 has no time'],
    [
      'a movement of another network, among honest ones',
      ({ movements }) => ({
        movements: [...movements, { movement: { ...movement, network: 'polygon' }, isFinal: false }],
      }),
      'reported a movement of polygon',
    ],
    [
      'a final movement without a time',
      () => ({ movements: [{ movement: { ...movement, blockTime: null }, isFinal: true }] }),
      'the reader reports ethereum:0xd1:0 as final without a block time',
    ],
  ])('records no event when it has %s, and is asked again', async (_name, lie, failure) => {
    const world = watching({ watermarkMatters: async () => true });
    const { deps, chain, cursors, look, lookAt } = world;
    chain.mine({});
    chain.pass(2);
    const seen = await lookAt({ scan: telling(world, lie) });
    expect(seen.failure).toContain(failure);
    expect([await typesIn(deps.eventStore), cursors]).toEqual([[], []]);
    deps.clock.advance(1_000);
    expect(await look()).toMatchObject(CALM);
    expect(await typesIn(deps.eventStore)).toEqual([...OBSERVED, 'WatermarkReached']);
  });
});

describe('an unusual scan', () => {
  test('makes a movement of closed history final immediately, without a check', async () => {
    const world = watching();
    const { deps, chain, look, lookAt, deposit } = world;
    chain.pass(1);
    await lookAt({ scan: telling(world, () => ({ movements: [{ movement, isFinal: true }] })) });
    chain.finalise(1);
    await look();
    expect([await deposit(), chain.judged]).toEqual([['DepositFinalised'], []]);
    const [final] = await eventsOf(deps.eventStore, 'deposit-ethereum:0xd1:0');
    expect(final?.data).toMatchObject({ mode: 'sandbox', blockTime: time(60) });
  });

  test('records 5,000 movements of one block, those with our memos first', async () => {
    const { deps, chain, look } = watching();
    const dust = Array.from({ length: 5_000 }, (_, index) => ({ txid: `0xe${index}`, memos: [] }));
    chain.mine(...dust, { txid: '0xd1' });
    expect(await look()).toMatchObject(CALM);
    const [first] = await deps.eventStore.readStream('deposit-ethereum:0xd1:0');
    expect(first?.position.commit).toBeLessThan(16n);
    expect(await typesIn(deps.eventStore)).toHaveLength(5_001);
  });

  test('counts dust with the cursor, and never twice', async () => {
    const world = watching();
    const { chain, lookAt, lose, dust } = world;
    chain.pass(1);
    const counts = [{ height: 1n, assetId: 201, transfers: 200, baseUnits: 200n }];
    const scan = telling(world, () => ({ dust: counts }));
    await lookAt({ scan });
    lose();
    await lookAt({ scan });
    expect(dust()).toEqual(counts);
  });

  test('gets its own resume value at the next scan, until the chain changes', async () => {
    const world = watching();
    const { chain, lookAt, restarted } = world;
    const scan = jest.fn(telling(world, () => ({ resume: { page: 7 } })));
    chain.pass(1);
    await lookAt({ scan });
    chain.pass(1);
    await lookAt({ scan }, restarted());
    chain.reorganise(2);
    chain.pass(2);
    await lookAt({ scan });
    expect(scan.mock.calls.map(([{ resume }]) => resume)).toEqual([null, { page: 7 }, null]);
  });
});

describe('a scan that fails', () => {
  test('pauses longer each time, while earlier deposits are checked at every scan', async () => {
    const { deps, chain, look, lookAt, deposit } = watching();
    chain.mine({});
    await look();
    chain.pass(1);
    const scan = jest.fn(() => Promise.reject(new Error('429')));
    for (let round = 0; round < 20; round += 1) {
      expect(await lookAt({ scan })).toMatchObject({ failure: '429', troubles: [] });
      deps.clock.advance(200);
    }
    // After 0, 0.5, 1.5 and 3.5 s.
    expect(scan).toHaveBeenCalledTimes(4);
    chain.finalise(1);
    await lookAt({ scan });
    expect(await deposit()).toEqual([...OBSERVED, 'DepositFinalised']);
  });

  test('does not count, and therefore expires no intent', async () => {
    const { deps, chain, cursors, look, lookAt, restarted } = watching();
    await look();
    deps.clock.advance(600_000);
    chain.pass(1);
    await lookAt({ scan: () => Promise.reject(new Error('429')) });
    expect(cursors.at(-1)).toMatchObject({ lookedAt: time(0) });
    await look(restarted());
    expect(cursors.at(-1)).toMatchObject({ lookedAt: time(600) });
  });
});

test('skips a movement whose stream was lost and closed, and reports it', async () => {
  const { deps, chain, look, watcher } = watching({ watermarkMatters: async () => true });
  chain.mine({});
  chain.pass(2);
  const eventStore = withClosed(deps.eventStore, 'deposit-ethereum:0xd1:0');
  expect(await look({ eventStore })).toMatchObject(CALM);
  expect([await typesIn(deps.eventStore), await watcher()]).toEqual([['WatermarkReached'], ['WatermarkReached']]);
  expect(deps.alerts).toMatchObject([{ facts: { stream: 'deposit-ethereum:0xd1:0' } }]);
});
