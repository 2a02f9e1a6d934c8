import type { BrowserContext, Page } from 'playwright-core';
import { against, type Bench, type Figure } from '../figures';
import { paymentCopies } from '../seeds/payment-copies';
import { waitingRows } from '../seeds/waiting';
import { median } from '../support/alternate';
import { type Ops, openOps } from '../support/ops';
import { openBrowser } from '../support/ops-session';
import { onSite } from '../support/site';

/** Rows of each list. */
const ROWS = 10_000;
const LISTS = {
  'console-rows': { path: '/console/payments?mode=sandbox', row: 'tbody tr' },
  'console-rows-work': { path: '/console/', row: '.work .row' },
} as const;

/** From an empty cache to the work list drawn, against the same page once more; and the drawn rows of long lists. */
export const benchConsoleFirst = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const ops = await openOps(bench, site, 1);
    const newContext = await openBrowser(site, ops);
    await ops.fill([...paymentCopies(ROWS, 100), ...waitingRows(ROWS)]);
    const first = await measureFirst(bench, ops, newContext);
    const lists = Object.entries(LISTS).map(async ([name, { path, row }]) => {
      const page = await (await newContext()).newPage();
      await drawn(page, ops, path, row);
      return against(name, 'rows', await page.locator(row).count(), ROWS);
    });
    return [first, ...(await Promise.all(lists))];
  });

const measureFirst = async (bench: Bench, ops: Ops, newContext: () => Promise<BrowserContext>): Promise<Figure> => {
  const { path, row } = LISTS['console-rows-work'];
  const [colds, warms]: [number[], number[]] = [[], []];
  // The first one warms the browser and the service.
  for (let sample = 0; sample <= bench.scale.console.firstSamples; sample += 1) {
    const context = await newContext();
    const page = await context.newPage();
    colds.push(await drawn(page, ops, path, row));
    warms.push(await drawn(page, ops, path, row));
    await context.close();
  }
  return against('console-first', 'ms p50', median(colds.slice(1)), median(warms.slice(1)));
};

const drawn = async (page: Page, { service }: Ops, path: string, row: string): Promise<number> => {
  const startedMs = performance.now();
  await page.goto(`${service.url}${path}`, { waitUntil: 'commit' });
  await page.locator(row).first().waitFor();
  return performance.now() - startedMs;
};
