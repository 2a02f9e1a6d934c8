import { schedule } from 'node-cron';
import type { Logger } from 'pino';
import { lastDayBefore } from '../../../commands/payout/comparing/compared-day';
import { holdLease } from '../../../infra/work/hold-lease';
import type { Adapters } from '../wiring/adapters';
import { comparingOf } from '../wiring/banks/comparing';

/** From three at night in Brazil, each hour: a bank that failed is asked again. */
const HOURLY = '23 3-23 * * *';
const TIMEZONE = 'America/Sao_Paulo';
const LEASE_MS = 50 * 60_000;

type Given = Pick<Adapters, 'ports' | 'pool'>;

const isLeading = ({ ports: { workerId }, pool }: Given): Promise<boolean> =>
  holdLease(pool, { queue: 'comparing', key: 'payouts', workerId, leaseMs: LEASE_MS });

/** Compares the last day of each bank that has no comparison of the day yet. */
const compareLastDay = async (given: Given, logger: Logger): Promise<void> => {
  if (!(await isLeading(given))) return;
  const day = lastDayBefore(given.ports.clock.now());
  const { compared, notCompared } = await comparingOf(given)({ day, isOnlyMissing: true });
  for (const { provider, mode, orders, differences } of compared) {
    logger.info({ day, provider, mode, orders, differences: differences.length }, 'a day of a bank is compared');
  }
  for (const bank of notCompared) logger.warn(bank, "the comparison of a bank's day failed; retries continue");
};

/** Compares each night the banks' lists of the last day with the log. Returns the stop function. */
export const startNightlyComparison = (given: Given, logger: Logger): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    running = compareLastDay(given, logger).catch((err: unknown) => {
      logger.error({ err }, 'the comparison of the banks failed; the next try is in an hour');
    });
    await running;
  };
  const task = schedule(HOURLY, run, { noOverlap: true, name: 'comparison', timezone: TIMEZONE });
  return async () => {
    await task.destroy();
    await running;
  };
};
