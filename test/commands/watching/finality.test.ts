import { time } from '../../../packages/testing/src/samples/sample-data';
import { watching } from './watching';

const MINUTE_MS = 60_000;

/** A payment in final block 1, and a chain whose blocks from 1 on are others since. */
const rewritten = async () => {
  const world = watching();
  const { chain, look, deps } = world;
  chain.mine({});
  chain.pass(3);
  await look();
  chain.finalise(2);
  await look();
  chain.pass(1);
  chain.finalise(4);
  await look();
  deps.clock.advance(MINUTE_MS);
  const restore = chain.fork();
  chain.reorganise(1);
  chain.pass(1);
  chain.mine({ txid: '0xd2' });
  chain.pass(6);
  chain.finalise(7);
  return { ...world, restore };
};

const QUESTIONED = ['FinalityQuestioned'];
const VIOLATED = [...QUESTIONED, 'FinalityViolated'];

describe('a contradiction of final history', () => {
  test('puts the network in doubt at the first scan, and stops scans and checks', async () => {
    const { chain, cursors, alerts, look, watcher, scansSince, deposits } = watchedFrom(await rewritten());
    const { questions } = await look();
    expect(questions.finality).toContain('contradicts');
    expect(cursors.at(-1)?.questions).toEqual(questions);
    expect(await watcher()).toEqual(QUESTIONED);
    expect([scansSince(), await deposits()]).toEqual([[], ['ethereum:0xd1:0']]);
    expect(alerts()).toEqual(['Every endpoint contradicts the final history']);
    expect(chain.judged).toHaveLength(1);
  });

  test('is a violation a minute later, with an alarm of the paid amount, and not before', async () => {
    const world = watchedFrom(await rewritten());
    const { deps, look, watcher } = world;
    await look();
    deps.clock.advance(MINUTE_MS - 1);
    await look();
    expect(await watcher()).toEqual(QUESTIONED);
    deps.clock.advance(1);
    await look();
    deps.clock.advance(1);
    await look();
    expect(await watcher()).toEqual(VIOLATED);
    const told = deps.alerts.filter(({ what }) => what.startsWith('The final history of a network has changed'));
    expect(told).toHaveLength(1);
    expect(told[0]?.facts).toMatchObject({
      ...{ network: 'ethereum', height: '4', kept: '0xb4f0', seen: '0xb4f1', commonHeight: '0' },
      deposits: 'ethereum:0xd1:0 FINALISED',
    });
  });

  test('is forgotten after a scan that agrees', async () => {
    const { deps, look, restore, watcher, deposits } = watchedFrom(await rewritten());
    await look();
    deps.clock.advance(2 * MINUTE_MS);
    restore();
    expect(await look()).toMatchObject({ questions: {}, failure: null });
    expect(await watcher()).toEqual([...QUESTIONED, 'FinalityReaffirmed']);
    expect(await deposits()).toEqual(['ethereum:0xd1:0']);
  });

  test('survives a restart', async () => {
    const { deps, look, restarted, watcher } = watchedFrom(await rewritten());
    await look();
    deps.clock.advance(MINUTE_MS);
    await look(restarted());
    expect(await watcher()).toEqual(VIOLATED);
  });

  test('stays a violation until an operator decides, even when endpoints agree again', async () => {
    const { deps, chain, look, restore, watcher, scansSince } = watchedFrom(await rewritten());
    await look();
    deps.clock.advance(MINUTE_MS);
    await look();
    restore();
    chain.pass(1);
    const { questions } = await look();
    expect(questions.finality).toContain('changed at height 4');
    expect([await watcher(), scansSince()]).toEqual([VIOLATED, []]);
  });

  test('stops every expiry, because its scans do not count', async () => {
    const { deps, cursors, look } = watchedFrom(await rewritten());
    const lookedAt = cursors.at(-1)?.lookedAt;
    deps.clock.advance(MINUTE_MS);
    await look();
    expect([cursors.at(-1)?.lookedAt, lookedAt]).toEqual([time(0), time(0)]);
  });
});

describe('the hashes of final heads', () => {
  test('are kept once each, and given to the reader from the highest down', async () => {
    const { chain, hashes, look, lookAt } = watching();
    chain.pass(9);
    for (const final of [3, 5, 5, 4, 7]) {
      chain.finalise(final);
      await look();
    }
    expect(hashes().map(({ height }) => height)).toEqual([7n, 5n, 3n]);
    const heads = jest.fn(chain.reader.heads);
    await lookAt({ heads });
    expect(heads).toHaveBeenCalledWith(hashes());
  });

  test('are kept over a restart', async () => {
    const { chain, hashes, look, lookAt, restarted } = watching();
    chain.pass(9);
    chain.finalise(3);
    await look();
    const heads = jest.fn(chain.reader.heads);
    await lookAt({ heads }, restarted());
    expect(heads).toHaveBeenCalledWith(hashes());
    expect(hashes()).toEqual([{ height: 3n, hash: '0xb3f0' }]);
  });
});

test('fail the scan when a final head is above the newest', async () => {
  const { chain, cursors, lookAt } = watching();
  chain.pass(3);
  const heads: typeof chain.reader.heads = async (kept) => {
    const told = await chain.reader.heads(kept);
    return told.outcome === 'HEADS' ? { ...told, final: { ...told.final, height: 9n } } : told;
  };
  await expect(lookAt({ heads })).rejects.toThrow('ethereum: height 9 is final, but the newest height is 3');
  expect(cursors).toEqual([]);
});

const watchedFrom = <World extends Awaited<ReturnType<typeof rewritten>>>(world: World) => {
  const before = world.chain.scans.length;
  return {
    ...world,
    scansSince: () => world.chain.scans.slice(before),
    alerts: () => world.deps.alerts.map(({ what }) => what),
    deposits: world.deposits,
  };
};
