import { time } from '../../../../packages/testing/src/samples/sample-data';
import { typesIn } from '../../../doubles/faulty-store';
import { OBSERVED, watching } from '../watching';

const YEARS_10_SECONDS = 10 * 365 * 86_400;
const matters = { watermarkMatters: async () => true };

const reachedIn = async ({ deps }: ReturnType<typeof watching>) =>
  (await deps.eventStore.readStream('watcher-ethereum')).map(({ data }) => data);

describe('the watermark', () => {
  test('is written after the deposits of its blocks, and only when it matters to an intent', async () => {
    const watermarkMatters = jest.fn(async (reached: string) => reached === time(2));
    const world = watching({ watermarkMatters });
    const { deps, chain, look } = world;
    deps.clock.advance(10_000);
    chain.pass(1);
    await look();
    chain.mine({});
    await look();
    expect(await typesIn(deps.eventStore)).toEqual([...OBSERVED, 'WatermarkReached']);
    expect(await reachedIn(world)).toEqual([{ network: 'ethereum', time: time(2), blockNumber: '2' }]);
    expect(watermarkMatters.mock.calls).toEqual([[time(1)], [time(2)]]);
  });

  test('is at most our clock at the start of the scan, for any block time', async () => {
    const world = watching(matters);
    const { deps, chain, lookAt } = world;
    chain.pass(1);
    const scan: typeof chain.reader.scan = async (asked) => {
      const found = await chain.reader.scan(asked);
      deps.clock.advance(60_000);
      return found.outcome === 'GAP' ? found : { ...found, upTo: { ...found.upTo, time: time(YEARS_10_SECONDS) } };
    };
    await lookAt({ scan });
    expect(await reachedIn(world)).toEqual([{ network: 'ethereum', time: time(0), blockNumber: '1' }]);
  });

  test('comes only from scanned heights, not from a head without a scan', async () => {
    const world = watching(matters);
    const { deps, chain, lookAt } = world;
    deps.clock.advance(60_000);
    chain.pass(3);
    const scan: typeof chain.reader.scan = (asked) => chain.reader.scan({ ...asked, to: 1n });
    await lookAt({ scan });
    expect(await reachedIn(world)).toEqual([{ network: 'ethereum', time: time(1), blockNumber: '1' }]);
  });

  test('does not wait for unjudged or unread transactions', async () => {
    const world = watching(matters);
    const { deps, chain, look, lookAt } = world;
    deps.clock.advance(60_000);
    chain.mine({});
    await look();
    chain.pass(1);
    chain.finalise(1);
    await lookAt({ judge: () => Promise.reject(new Error('pruned')) });
    expect((await reachedIn(world)).at(-1)).toMatchObject({ time: time(2) });
  });
});
