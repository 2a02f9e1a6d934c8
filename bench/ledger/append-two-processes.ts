import type { Bench, Figure } from '../figures';
import type { Window } from '../sides/shared/closed-loop';
import { alternate } from '../support/alternate';
import { onSite } from '../support/site';
import { openBenchStores } from '../support/stores';
import { startAppender } from './append';

const WRITERS = 32;

/** Appends of two processes with 32 writers each, together, against one process with 64. */
export const benchAppendTwoProcesses = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const { databaseUrl } = await openBenchStores(site);
    const start = (name: string, writers: number) =>
      startAppender(site, { databaseUrl, writers, streamPrefix: `cashout-${name}` });
    const one = await start('one', 2 * WRITERS);
    const two = [await start('left', WRITERS), await start('right', WRITERS)];
    const { warmMs, windowMs } = bench.scale;
    const window: Window = { warmMs, windowMs };
    const figure = await alternate(bench, {
      ...{ name: 'append-two-processes', unit: 'appends/s' },
      baseline: () => one.ask(window),
      measured: async () => {
        const rates = await Promise.all(two.map((side) => side.ask(window)));
        return rates.reduce((sum, rate) => sum + rate, 0);
      },
    });
    return [figure];
  });
