import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import { CALM, watching } from './watching';

const MINUTE_MS = 60_000;
const SAYS = 'The lag of a network has grown for ten minutes';

const chainWatched = () => {
  const world = watching();
  const { chain, deps, lookAt } = world;
  /** A reader that scans this many blocks a look. */
  const slow = (blocks: bigint): Partial<ChainReader> => ({
    scan: (asked) => {
      const last = asked.from + blocks - 1n;
      return chain.reader.scan({ ...asked, to: last < asked.to ? last : asked.to });
    },
  });
  /** `count` looks, one a minute; the chain makes `made` blocks before each. */
  const looks = async (count: number, made: number, scanned: bigint) => {
    for (let minute = 0; minute < count; minute += 1) {
      deps.clock.advance(MINUTE_MS);
      chain.pass(made);
      await lookAt(slow(scanned));
    }
  };
  const lagging = () => world.cursors.at(-1)?.questions.lagging;
  return { ...world, looks, lagging };
};

describe('A network whose reader is slower than its chain', () => {
  it('raises one alert after ten minutes, and is listed as a problem of the network', async () => {
    const { deps, look, looks, lagging } = chainWatched();
    await look();
    await looks(10, 5, 3n);
    expect([deps.alerts, lagging()]).toEqual([[], undefined]);
    await looks(10, 5, 3n);
    expect(lagging()).toMatch(/^2 blocks at 20\S+Z, 22 blocks at 20\S+Z$/);
    expect(deps.alerts).toEqual([{ what: SAYS, facts: { network: 'ethereum', lagging: lagging() } }]);
  });

  it('stays a problem over a restart until a scan reaches the head', async () => {
    const { deps, chain, look, looks, lookAt, lagging, restarted } = chainWatched();
    await look();
    await looks(11, 5, 3n);
    chain.pass(1);
    const process = restarted();
    await lookAt({ scan: (asked) => chain.reader.scan({ ...asked, to: asked.from }) }, process);
    expect(lagging()).toBeDefined();
    expect(await look(process)).toMatchObject(CALM);
    expect([lagging(), deps.alerts.length]).toEqual([undefined, 1]);
  });
});

describe('A network whose reader keeps up', () => {
  it.each([
    ['catches up with what was made during a stop', 100, 1, 3n],
    ['stays as far behind as it is', 100, 3, 3n],
    ['reaches the head', 0, 3, 5n],
  ])('raises no alert when it %s', async (_, backlog, made, scanned) => {
    const { deps, chain, look, looks, lagging } = chainWatched();
    await look();
    chain.pass(backlog);
    await looks(30, made, scanned);
    expect([deps.alerts, lagging()]).toEqual([[], undefined]);
  });
});

it('raises the alert also when scans fail', async () => {
  const { deps, chain, look, lookAt } = chainWatched();
  await look();
  for (let minute = 0; minute <= 12; minute += 1) {
    deps.clock.advance(MINUTE_MS);
    chain.pass(1);
    await lookAt({ scan: () => Promise.reject(new Error('away')) });
  }
  expect(deps.alerts.map(({ what }) => what)).toEqual([SAYS]);
});

it('raises no alert for a backlog that begins with an outage', async () => {
  const { deps, chain, look, looks } = chainWatched();
  await look();
  await looks(4, 5, 3n);
  chain.pass(100);
  deps.clock.advance(30 * MINUTE_MS);
  await looks(8, 5, 3n);
  expect(deps.alerts).toEqual([]);
});
