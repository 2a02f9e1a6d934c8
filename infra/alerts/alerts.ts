import type { OpenAlert } from '../../commands/alerts/evidence';
import { type Alert, alertOf } from '../../commands/alerts/kinds';
import type { Clock } from '../../commands/ports/clock';
import type { Ids } from '../../commands/ports/ids';
import { createBoundedMap } from '../../commands/timing/bounded-map';
import { atMost } from '../../packages/event-store/timing/time-limit';
import type { Logger } from '../logger';
import type { AlertRows, RaisedAlert } from './alert-rows';
import { createWaitingAlerts, type WaitingBatch } from './waiting-alerts';

/** Alerts waiting for the database; any beyond it are only logged. */
const MOST_WAITING = 10_000;
const WRITTEN_AT_ONCE = 500;
const MOST_REMEMBERED = 10_000;
/** An alert seen again within this time is not written again: a cause may recur many times a second. */
const WRITE_AGAIN_MS = 60_000;
const RETRY_MS = 5_000;
const LAST_WRITE_MS = 2_000;

export interface AlertsDeps {
  readonly rows: Pick<AlertRows, 'raise'>;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly logger: Pick<Logger, 'error'>;
  readonly limits?: { readonly waiting?: number; readonly writeAgainMs?: number; readonly retryMs?: number };
}

export interface Alerts {
  readonly alert: Alert;
  /** Writes the waiting alerts, for 2 s at most. */
  readonly close: () => Promise<void>;
}

export const tellAlert = (logger: Pick<Logger, 'error'>, alert: Pick<OpenAlert, 'kind' | 'facts' | 'says'>): void =>
  logger.error({ ...alert.facts, alert: alert.kind }, alert.says);

/** One of all processes logs each alert when it opens; while the database is away, each process logs its own. */
export const createAlerts = (deps: AlertsDeps): Alerts => {
  const { clock, logger, limits = {} } = deps;
  const { waiting: mostWaiting = MOST_WAITING, writeAgainMs = WRITE_AGAIN_MS, retryMs = RETRY_MS } = limits;
  const waiting = createWaitingAlerts(mostWaiting);
  const written = createBoundedMap<{ readonly atMs: number; readonly severity: number }>(MOST_REMEMBERED);
  const write = async (): Promise<boolean> => {
    for (;;) {
      const batch = waiting.take(WRITTEN_AT_ONCE);
      if (batch.length === 0) return true;
      if (!(await writeBatch(deps, batch))) {
        waiting.putBack(batch);
        return false;
      }
      for (const [key, { severity }] of batch) written.set(key, { atMs: clock.now(), severity });
    }
  };
  const writer = createWriter({ write, retryMs, isIdle: waiting.isEmpty });
  const isFresh = (key: string, severity: number): boolean => {
    const last = written.get(key);
    return last === undefined || last.severity < severity || clock.now() - last.atMs >= writeAgainMs;
  };
  return {
    alert: (says, facts) => {
      const alert = { ...storableAlert(says, facts), raisedAt: clock.iso() };
      const { kind, subject, severity } = alert;
      const key = JSON.stringify([kind, subject]);
      if (!waiting.add(key, alert)) tellAlert(logger, alert);
      else if (isFresh(key, severity)) writer.soon();
      else writer.later(writeAgainMs);
    },
    close: async () => {
      await atMost(LAST_WRITE_MS, writer.now().then(writer.now));
      writer.end();
    },
  };
};

/** Characters; longer facts are cut. */
const LONGEST_FACT = 2_000;

/** Replaces what PostgreSQL text cannot hold: zero characters and lone surrogates. */
const storable = (text: string): string => Buffer.from(text.slice(0, LONGEST_FACT)).toString().replaceAll('\0', '');

/** Under which the alert is stored. */
export const alertKeyOf = (
  says: string,
  facts: Readonly<Record<string, string>>,
): Pick<RaisedAlert, 'kind' | 'subject'> => {
  const { kind, subject } = alertOf(says, facts);
  return { kind, subject: storable(subject) };
};

const storableAlert = (says: string, facts: Readonly<Record<string, string>>): Omit<RaisedAlert, 'raisedAt'> => {
  const { severity } = alertOf(says, facts);
  const stored = Object.entries(facts).map(([name, value]) => [name, storable(value)] as const);
  return { ...alertKeyOf(says, facts), says: storable(says), severity, facts: Object.fromEntries(stored) };
};

/** False when the write failed; the alerts are then logged in full. */
const writeBatch = async ({ rows, ids, logger }: AlertsDeps, batch: WaitingBatch): Promise<boolean> => {
  const alerts = batch.map(([, alert]) => alert);
  try {
    const raised = alerts.map(({ isLogged, ...alert }) => alert);
    for (const alert of await rows.raise(raised, ids.uuid())) tellAlert(logger, alert);
    return true;
  } catch (error) {
    for (const alert of alerts) if (!alert.isLogged) tellAlert(logger, alert);
    logger.error({ err: error, alerts: alerts.length }, 'alerts could not be written down; they are tried again');
    return false;
  }
};

interface WriterOptions {
  /** False when the write is to be retried. */
  readonly write: () => Promise<boolean>;
  readonly isIdle: () => boolean;
  readonly retryMs: number;
}

const createWriter = ({ write, isIdle, retryMs }: WriterOptions) => {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let hasFailed = false;
  const end = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const later = (waitMs: number): void => {
    timer ??= setTimeout(() => void now(), waitMs).unref();
  };
  const run = async (): Promise<void> => {
    hasFailed = !(await write());
    if (!hasFailed) return;
    end();
    later(retryMs);
  };
  const now = (): Promise<void> => {
    // The timer of a run that has just failed stays.
    if (running !== null) return running;
    end();
    running = run().finally(() => {
      running = null;
      if (!hasFailed && !isIdle()) void now();
    });
    return running;
  };
  const soon = (): void => {
    if (!hasFailed) void Promise.resolve().then(now);
  };
  return { now, soon, later, end };
};
