import { schedule } from 'node-cron';
import { cashout } from '../../aggregates/cashout/cashout';
import { deposit } from '../../aggregates/deposit/deposit';
import { streamNamed } from '../../aggregates/stream';
import type { AlertEvidence } from '../../commands/alerts/evidence';
import type { Alert } from '../../commands/alerts/kinds';
import { stateOf } from '../../commands/handling/read-stream';
import { readPayout } from '../../commands/payout/owners/owners';
import { alertRows } from '../../infra/alerts/alert-rows';
import { createSweep } from '../../infra/alerts/sweep-alerts';
import { untoldAlarms } from '../../infra/alerts/untold-alarms';
import type { Logger } from '../../infra/logger';
import type { ParkedStream } from '../../infra/projections/live/applier';
import { countOpenPayouts } from '../../read-models/payouts';
import type { Query } from '../../read-models/table';
import type { ServicePorts } from '../service-ports';

const EVERY_MINUTE = '* * * * *';

type Ports = Pick<
  ServicePorts,
  'eventStore' | 'query' | 'readStanding' | 'payoutProviders' | 'clock' | 'ids' | 'alert'
>;

/** Where the end of an alert is read: from streams for money, from the reporting component's tables for the rest. */
export const alertEvidence = ({
  eventStore,
  query,
  readStanding,
  payoutProviders,
}: Omit<Ports, 'clock' | 'ids' | 'alert'>): AlertEvidence => ({
  payoutIn: async (stream) => readPayout(eventStore, streamNamed(stream)),
  historyOf: (stream) => eventStore.readStream(streamNamed(stream)),
  depositIn: (depositId) => stateOf(eventStore, deposit, depositId),
  intentIn: (intentId) => stateOf(eventStore, cashout, intentId),
  readStanding,
  isProviderThere: (name, mode) => payoutProviders.named(name, mode === 'live' ? 'live' : 'sandbox') !== null,
  hasOpenPayouts: async (provider, mode) =>
    (await countOpenPayouts(query)).some((row) => row.provider === provider && row.mode === mode),
  isUnread: (network, txid) =>
    isThere(query, 'unread_transactions WHERE network = $1 AND txid = $2 AND given_up_at IS NULL', [network, txid]),
  isParked: (projection, stream) =>
    isThere(query, 'parked_streams WHERE projection = $1 AND stream = $2', [projection, stream]),
});

const isThere = async (query: Query, which: string, values: readonly string[]): Promise<boolean> =>
  (await query(`SELECT 1 FROM lastro.${which} LIMIT 1`, values)).length > 0;

const PARKED = 'A stream is parked: ledger replay-parked applies it after the fix';
const MOST_PARKED = 500;

/** A process may die between parking a stream and alerting. */
const tellParked = async ({ query, alert }: Pick<Ports, 'query' | 'alert'>): Promise<void> => {
  const rows = await query<Pick<ParkedStream, 'projection' | 'stream' | 'error'>>(
    `SELECT projection, stream, error FROM lastro.parked_streams ORDER BY projection, stream LIMIT ${MOST_PARKED}`,
    [],
  );
  for (const parked of rows) alert(PARKED, { ...parked });
};

/** A process may die between appending what alarms and alerting. */
export const tellAlarms = async ({ query, alert, clock }: Pick<Ports, 'query' | 'alert' | 'clock'>) => {
  for (const { says, facts } of await untoldAlarms(query, clock)) alert(says, facts);
};

export const alertOfParked =
  (alert: Alert) =>
  ({ projection, stream, error }: ParkedStream): void =>
    alert(PARKED, { projection, stream, error });

/** Checks every minute which open alerts are over or due to be repeated. Returns the stop function. */
export const startAlertSweeper = (ports: Ports, logger: Logger): (() => Promise<void>) => {
  const { query, clock, ids } = ports;
  const sweep = createSweep({ rows: alertRows(query), evidence: alertEvidence(ports), clock, ids, logger });
  let running: Promise<void> = Promise.resolve();
  const again = async (): Promise<void> => {
    running = tellParked(ports)
      .then(() => tellAlarms(ports))
      .then(sweep)
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'the open alerts could not be looked at; it is tried again');
      });
    await running;
  };
  const task = schedule(EVERY_MINUTE, again, { noOverlap: true, name: 'alerts' });
  return async () => {
    await task.destroy();
    await running;
  };
};
