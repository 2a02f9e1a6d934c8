import type { AlertEvidence, OpenAlert } from '../../commands/alerts/evidence';
import { endingOf } from '../../commands/alerts/kinds';
import type { Clock } from '../../commands/ports/clock';
import type { Ids } from '../../commands/ports/ids';
import type { Logger } from '../logger';
import type { AlertRows } from './alert-rows';
import { tellAlert } from './alerts';

const TOLD_AGAIN_MS = 24 * 3_600_000;
const SWEPT_AT_ONCE = 500;
/** Silence within this time after a start does not yet mean that a cause is gone. */
const SETTLED_MS = 15 * 60_000;

export interface SweepDeps {
  readonly rows: Pick<AlertRows, 'list' | 'close' | 'remind'>;
  readonly evidence: AlertEvidence;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
}

/** Closes alerts whose cause is gone and repeats those open for a day. Several processes may sweep at once. */
export const createSweep = (deps: SweepDeps): (() => Promise<void>) => {
  const { rows, clock, ids, logger } = deps;
  const startedAtMs = clock.now();
  const beginning = { kind: '', subject: '' };
  let after: Pick<OpenAlert, 'kind' | 'subject'> = beginning;
  return async () => {
    const open = await rows.list(after, SWEPT_AT_ONCE);
    after = open.length < SWEPT_AT_ONCE ? beginning : (open.at(-1) ?? beginning);
    for (const alert of open) await closeIfOver(deps, alert, startedAtMs);
    const nowMs = clock.now();
    const reminded = await rows.remind(isoOf(nowMs), isoOf(nowMs - TOLD_AGAIN_MS), ids.uuid());
    for (const alert of reminded) {
      const openFor = durationOf(nowMs - Date.parse(alert.openedAt));
      tellAlert(logger, { ...alert, facts: { ...alert.facts, openFor } });
    }
  };
};

const isoOf = (ms: number): string => new Date(ms).toISOString();

const closeIfOver = async (deps: SweepDeps, alert: OpenAlert, startedAtMs: number): Promise<void> => {
  const { clock, logger } = deps;
  const { kind, subject, facts, says } = alert;
  try {
    const because = await whyOver(deps, alert, startedAtMs);
    if (because === null) return;
    const openFor = await closeAlert(deps.rows, alert, { nowMs: clock.now(), because });
    if (openFor === null) return;
    logger.warn({ ...facts, alert: kind, closed: true, openFor, because }, `Over after ${openFor}: ${says}`);
  } catch (error) {
    logger.warn({ err: error, kind, subject }, 'whether an alert is over could not be found out; it stays open');
  }
};

const whyOver = async (
  { evidence, clock }: SweepDeps,
  alert: OpenAlert,
  startedAtMs: number,
): Promise<string | null> => {
  const ending = endingOf(alert.kind);
  if (ending.by === 'EVIDENCE') return (await ending.isOver(evidence, alert)) ? 'it is so no longer' : null;
  if (ending.by === 'OPERATOR') return null;
  const nowMs = clock.now();
  const isSettled = nowMs - startedAtMs >= SETTLED_MS;
  const isSilent = nowMs - Date.parse(alert.raisedAt) >= ending.afterMs;
  return isSettled && isSilent ? 'it was not seen again' : null;
};

export interface Closing {
  readonly nowMs: number;
  readonly because: string;
}

/** How long the alert was open, or null when this call did not close it: it was closed, or raised again, meanwhile. */
export const closeAlert = async (
  rows: Pick<AlertRows, 'close'>,
  alert: OpenAlert,
  { nowMs, because }: Closing,
): Promise<string | null> => {
  const isClosed = await rows.close(alert, isoOf(nowMs), because);
  return isClosed ? durationOf(nowMs - Date.parse(alert.openedAt)) : null;
};

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];

/** The two largest units: 3 d 4 h, 12 min 30 s, 0 s. */
export const durationOf = (ms: number): string => {
  const first = UNITS.findIndex(([, unitMs]) => ms >= unitMs);
  if (first === -1) return '0 s';
  let rest = ms;
  return UNITS.slice(first, first + 2)
    .map(([unit, unitMs]) => {
      const count = Math.floor(rest / unitMs);
      rest -= count * unitMs;
      return `${count} ${unit}`;
    })
    .filter((text, index) => index === 0 || !text.startsWith('0 '))
    .join(' ');
};
