import { schedule } from 'node-cron';
import type { Alert } from '../../../commands/alerts/kinds';
import { alertRows } from '../../../infra/alerts/alert-rows';
import { missedAlarms } from '../../../infra/alerts/missed-alarms';
import { createSweep } from '../../../infra/alerts/sweep-alerts';
import type { Logger } from '../../../infra/logger';
import type { ParkedStream } from '../../../infra/projections/rows/applier';
import { countOpenPayouts, listHeld, sumHeld } from '../../../read-models/steps/payouts';
import type { ServicePorts } from '../../service-ports';

export const ABSENT_PROVIDER = 'A provider with open payouts is no longer configured';

/** Alerts about unconfigured providers with open payouts; these payouts wait, and are sent to no other provider. */
export const alertOfAbsentProviders = async ({
  query,
  payoutProviders,
  alert,
}: Pick<ServicePorts, 'query' | 'payoutProviders' | 'alert'>): Promise<void> => {
  for (const { provider, mode, payouts } of await countOpenPayouts(query)) {
    if (payoutProviders.named(provider, mode) !== null) continue;
    alert(ABSENT_PROVIDER, { provider, mode, payouts: payouts.toString() });
  }
};

const HELD_LONG_MS = 2 * 3_600_000;
const MOST_HELD = 1_000;

/** Alerts about payouts that are held for two hours, and about the total of all held ones. */
export const alertOfHeld = async ({
  query,
  clock,
  settings,
  alert,
}: Pick<ServicePorts, 'query' | 'clock' | 'settings' | 'alert'>): Promise<void> => {
  const before = new Date(clock.now() - HELD_LONG_MS).toISOString();
  for (const { stream, provider_key: providerKey, provider, deferral: reason } of await listHeld(
    query,
    before,
    MOST_HELD,
  ))
    alert('A payout has been on hold for two hours', { stream, providerKey, provider, reason });
  const exposures = new Map<string, bigint>();
  for (const { mode, cents } of await sumHeld(query)) exposures.set(mode, (exposures.get(mode) ?? 0n) + BigInt(cents));
  for (const [mode, cents] of exposures) {
    if (cents <= settings.heldExposureCents) continue;
    alert('The payouts on hold exceed HELD_EXPOSURE_CENTS', { mode, cents: cents.toString() });
  }
};

const EVERY_MINUTE = '* * * * *';

type Ports = Pick<ServicePorts, 'query' | 'payoutProviders' | 'clock' | 'ids' | 'settings' | 'alert'>;

const MOST_PARKED = 5_000;

export const alertOfParked =
  (alert: Alert) =>
  ({ projection, stream, error }: Pick<ParkedStream, 'projection' | 'stream' | 'error'>): void =>
    alert('A stream is parked: run ledger replay-parked after the fix', { projection, stream, error });

/** Raises an alert per parked stream; the sweep closes an alert that is no longer raised. */
const raiseParked = async ({ query, alert }: Pick<Ports, 'query' | 'alert'>): Promise<void> => {
  const rows = await query<ParkedStream>(
    `SELECT projection, stream, error FROM lastro.parked_streams ORDER BY projection, stream LIMIT ${MOST_PARKED}`,
    [],
  );
  rows.forEach(alertOfParked(alert));
};

export const raiseMissed = async ({ query, alert, clock }: Pick<Ports, 'query' | 'alert' | 'clock'>) => {
  for (const { says, facts } of await missedAlarms(query, clock)) alert(says, facts);
};

/** Checks at once and every minute which open alerts are over or due to be repeated. Returns the stop function. */
export const startAlertSweeper = (ports: Ports, logger: Logger): (() => Promise<void>) => {
  const { query, clock, ids } = ports;
  const sweep = createSweep({ rows: alertRows(query), clock, ids, logger });
  const look = async (): Promise<void> => {
    try {
      await raiseParked(ports);
      await alertOfAbsentProviders(ports);
      await alertOfHeld(ports);
      await raiseMissed(ports);
      await sweep();
    } catch (error) {
      logger.warn({ err: error }, 'the check of open alerts failed; retries continue');
    }
  };
  let running = look();
  const task = schedule(
    EVERY_MINUTE,
    () => {
      running = look();
      return running;
    },
    { noOverlap: true, name: 'alerts' },
  );
  return async () => {
    await task.destroy();
    await running;
  };
};
