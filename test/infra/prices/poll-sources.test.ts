import { pino } from 'pino';
import { systemClock } from '../../../infra/clock';
import { pollSources } from '../../../infra/prices/poll-sources';
import type { PriceSource, TickTold } from '../../../infra/prices/sources/source';

const TOLD: readonly TickTold[] = [{ base: 'USDT', quote: 'BRL', bid: '5.4', ask: '5.4', sourceMs: null }];

const sourceOf = (name: string, read: PriceSource['read']): PriceSource => ({ name, intervalMs: 1, read });

/** Resolves when `count` writes have been made. */
const polling = (
  sources: readonly PriceSource[],
  count: number,
  isLeading: () => Promise<boolean> = async () => true,
) =>
  new Promise<readonly string[]>((resolve, reject) => {
    const written: string[] = [];
    const stop = pollSources({
      ...{ sources, clock: systemClock, logger: pino({ enabled: false }), isLeading },
      rows: {
        write: async (source) => {
          written.push(source);
          if (written.length === count) stop().then(() => resolve(written), reject);
        },
      },
    });
  });

test('reads each source at its own interval', async () => {
  expect(await polling([sourceOf('a', async () => TOLD)], 3)).toEqual(['a', 'a', 'a']);
});

test('continues with the others while a source fails', async () => {
  const failing = sourceOf('a', async () => Promise.reject(new Error('away')));
  expect(await polling([failing, sourceOf('b', async () => TOLD)], 2)).toEqual(['b', 'b']);
});

test('asks no source while another process has the lease', async () => {
  const asked: string[] = [];
  const leading = sourceOf('a', async () => {
    asked.push('a');
    return TOLD;
  });
  const looked = new Promise<() => Promise<void>>((resolve) => {
    const stop = pollSources({
      ...{
        sources: [leading],
        clock: systemClock,
        logger: pino({ enabled: false }),
        rows: { write: async () => undefined },
      },
      isLeading: async () => {
        setImmediate(() => resolve(stop));
        return false;
      },
    });
  });
  await (await looked)();
  expect(asked).toEqual([]);
});
