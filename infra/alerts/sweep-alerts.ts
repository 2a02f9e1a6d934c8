import type { Clock } from '../../commands/ports/clock';
import type { Ids } from '../../commands/ports/ids';
import type { Logger } from '../logger';
import type { AlertRows } from './alert-rows';
import { tellAlert } from './alerts';

const TOLD_AGAIN_MS = 24 * 3_600_000;
/** Silence within this time after a start does not prove that a cause has ended. */
const SETTLED_MS = 15 * 60_000;

export interface SweepDeps {
  readonly rows: Pick<AlertRows, 'closeOver' | 'remind'>;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
}

/** Closes alerts whose cause has ended and repeats those open for a day. Several processes may sweep at once. */
export const createSweep = ({ rows, clock, ids, logger }: SweepDeps): (() => Promise<void>) => {
  const startedAtMs = clock.now();
  return async () => {
    const nowMs = clock.now();
    const openFor = ({ openedAt }: { readonly openedAt: string }): string => durationOf(nowMs - Date.parse(openedAt));
    for (const alert of await rows.closeOver(isoOf(nowMs), nowMs - startedAtMs >= SETTLED_MS)) {
      const closing = { alert: alert.kind, closed: true, openFor: openFor(alert), because: alert.because };
      logger.warn({ ...alert.facts, ...closing }, `Closed after ${closing.openFor}: ${alert.says}`);
    }
    for (const alert of await rows.remind(isoOf(nowMs), isoOf(nowMs - TOLD_AGAIN_MS), ids.uuid())) {
      tellAlert(logger, { ...alert, facts: { ...alert.facts, openFor: openFor(alert) } });
    }
  };
};

const isoOf = (ms: number): string => new Date(ms).toISOString();

export const durationOf = (ms: number): string => {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
};
