import { alertOf } from '../../commands/alerts/alert-of';
import type { Alert } from '../../commands/alerts/kinds';
import type { Clock } from '../../commands/ports/clock';
import type { Ids } from '../../commands/ports/ids';
import { createBoundedMap } from '../../commands/timing/bounded-map';
import { atMost } from '../../packages/event-store/timing/time-limit';
import type { Logger } from '../logger';
import type { AlertRows, OpenAlert, RaisedAlert } from './alert-rows';

/** Alerts waiting for the database; any beyond it are only logged. */
const MOST_WAITING = 10_000;
const WRITTEN_AT_ONCE = 500;
const MOST_REMEMBERED = 10_000;
/** A cause may be seen many times a second: a written or failed alert waits for the next turn. */
const TURN_MS = 15_000;
const LAST_WRITE_MS = 2_000;

export interface AlertsDeps {
  readonly rows: Pick<AlertRows, 'raise'>;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly logger: Pick<Logger, 'error'>;
  readonly limits?: { readonly waiting?: number; readonly turnMs?: number };
}

export interface Alerts {
  readonly alert: Alert;
  /** Writes the waiting alerts, for 2 s at most. */
  readonly close: () => Promise<void>;
}

export const tellAlert = (logger: Pick<Logger, 'error'>, alert: Pick<OpenAlert, 'kind' | 'facts' | 'says'>): void =>
  logger.error({ ...alert.facts, alert: alert.kind }, alert.says);

/** A single process logs each alert when it opens. While PostgreSQL does not answer, each process logs its own alerts. */
export const createAlerts = (deps: AlertsDeps): Alerts => {
  const { clock, logger, limits = {} } = deps;
  const waiting = new Map<string, RaisedAlert>();
  const written = createBoundedMap<number>(MOST_REMEMBERED);
  const writer = createWriter(deps, waiting, written);
  const turn = setInterval(writer.write, limits.turnMs ?? TURN_MS).unref();
  return {
    alert: (says, facts) => {
      const alert = { ...storableAlert(says, facts), raisedAt: clock.iso() };
      const key = JSON.stringify([alert.kind, alert.subject]);
      const before = waiting.get(key);
      if (before === undefined && waiting.size >= (limits.waiting ?? MOST_WAITING)) {
        tellAlert(logger, alert);
        return;
      }
      const wasGraver = before !== undefined && before.severity > alert.severity;
      waiting.set(key, wasGraver ? { ...alert, says: before.says, severity: before.severity } : alert);
      if (alert.severity > (written.get(key) ?? -1)) writer.writeSoon();
    },
    close: async () => {
      clearInterval(turn);
      await atMost(LAST_WRITE_MS, writer.write());
    },
  };
};

type Batch = readonly (readonly [string, RaisedAlert])[];

const createWriter = (
  { rows, ids, logger }: AlertsDeps,
  waiting: Map<string, RaisedAlert>,
  written: { readonly set: (key: string, severity: number) => void },
) => {
  const state = { running: Promise.resolve(), isQueued: false, isAway: false };
  /** Alerts logged since PostgreSQL stopped answering, by key and severity. */
  const told = new Set<string>();
  const writeBatch = async (batch: Batch): Promise<void> => {
    const raised = batch.map(([, alert]) => alert);
    for (const alert of await rows.raise(raised, ids.uuid())) tellAlert(logger, alert);
    for (const [key, alert] of batch) {
      written.set(key, alert.severity);
      if (waiting.get(key) === alert) waiting.delete(key);
    }
  };
  const tellBatch = (error: unknown): void => {
    for (const [key, alert] of waiting) {
      if (!told.has(`${key} ${alert.severity}`)) tellAlert(logger, alert);
      told.add(`${key} ${alert.severity}`);
    }
    logger.error({ err: error, alerts: waiting.size }, 'alerts could not be stored; retries continue');
  };
  const writeWaiting = async (): Promise<void> => {
    state.isQueued = false;
    const all = [...waiting];
    try {
      for (let from = 0; from < all.length; from += WRITTEN_AT_ONCE)
        await writeBatch(all.slice(from, from + WRITTEN_AT_ONCE));
      state.isAway = false;
      told.clear();
    } catch (error) {
      state.isAway = true;
      tellBatch(error);
    }
  };
  const write = (): Promise<void> => {
    if (!state.isQueued) state.running = state.running.then(writeWaiting);
    state.isQueued = true;
    return state.running;
  };
  return { write, writeSoon: () => void (state.isAway || write()) };
};

/** Characters; longer facts are cut. */
const LONGEST_FACT = 2_000;

/** Replaces what PostgreSQL text cannot hold: zero characters and lone surrogates. */
const storable = (text: string): string => Buffer.from(text.slice(0, LONGEST_FACT)).toString().replaceAll('\0', '');

export const storableAlert = (says: string, facts: Readonly<Record<string, string>>): Omit<RaisedAlert, 'raisedAt'> => {
  const stored = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, storable(value)]));
  const { subject, ...named } = alertOf(storable(says), stored);
  return { ...named, subject: storable(subject), says: storable(says), facts: stored };
};
