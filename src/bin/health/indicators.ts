import type { ProjectorStatus } from '../../../infra/projections/live/projector';
import type { Failing } from '../../../infra/readiness/write-proof';
import { DOOR_PROJECTIONS } from '../../../projections/all';
import type { Readiness } from '../../http/deps';
import type { Workers } from '../running/workers';
import type { StoresHealth } from '../wiring/stores-health';

type Check = Readiness['checks'][string];

/** `keepsOut`: no request may be sent here until the fault is fixed. A fault without `keepsOut` is DEGRADED. */
export interface HealthIndicator extends Check {
  readonly keepsOut: boolean;
}

export const demanded = (check: Check): HealthIndicator => ({ ...check, keepsOut: !check.ok });
export const told = (check: Check): HealthIndicator => ({ ...check, keepsOut: false });

export const indicatedBy = <Given extends Check, Indicator>(
  indicate: (check: Given) => Indicator,
  checks: Readonly<Record<string, Given | null>>,
): Record<string, Indicator> =>
  Object.fromEntries(
    Object.entries(checks).flatMap(([name, check]) => (check === null ? [] : [[name, indicate(check)]])),
  );

/** How long a ready process stays ready without a store that all processes share. */
const PATIENCE_MS = 20_000;

export interface StoreChecks {
  readonly database: Check;
  readonly eventStore: Check;
}

export const storeIndicators = (
  stores: StoreChecks,
  storesHealth: StoresHealth,
  wasReady: boolean,
): Record<string, HealthIndicator> => {
  const keepsOut = (lastsMs: number | null): boolean => lastsMs !== null && (!wasReady || lastsMs >= PATIENCE_MS);
  const failing = storesHealth.failingWrites();
  const writing = failing === null ? {} : { writing: writingCheck(failing) };
  return {
    database: { ...stores.database, keepsOut: keepsOut(storesHealth.lastsMs('database')) },
    eventStore: { ...stores.eventStore, keepsOut: keepsOut(storesHealth.lastsMs('eventStore')) },
    ...indicatedBy((check) => ({ ...check, keepsOut: keepsOut(failing?.lastsMs ?? null) }), writing),
  };
};

const writingCheck = ({ why }: Failing): Check => ({
  ok: false,
  detail: why === 'REFUSED' ? 'the event store refuses appends' : 'the event store does not answer appends',
});

/** A watcher that waits for a store is not faulty: the store has its own check. */
export const networkIndicators = (workers: Workers | null): Record<string, HealthIndicator> =>
  Object.fromEntries(
    (workers?.watchers ?? []).map((watcher) => {
      const { ok, detail, waitsForStore = false } = watcher.health();
      return [`network:${watcher.network}`, { ok, detail, keepsOut: !ok && !waitsForStore }];
    }),
  );

/** By the checkpoints that every process sees, and by the state of this process's own projector. */
export const projectionsIndicator = (progress: StoresHealth['progress'], workers: Workers | null): HealthIndicator => {
  const status = workers === null ? null : workers.projector.status();
  if (status !== null && status.over !== null) return demanded({ ok: false, detail: `stopped: ${status.over}` });
  const { starting, standing } = progress;
  const named = { 'not caught up': starting(), standing: standing() };
  const faults = [
    ...Object.entries(named).flatMap(([what, names]) => (names.length === 0 ? [] : [`${what}: ${names.join(', ')}`])),
    ...(status === null ? [] : projectorFaults(status)),
  ];
  const keepsOut = Object.values(named).some((names) => names.some((name) => DOOR_PROJECTIONS.has(name)));
  if (faults.length > 0) return { ok: false, detail: faults.join('; '), keepsOut };
  return { ok: true, detail: status === null ? 'applied' : 'following', keepsOut };
};

const projectorFaults = ({ error, isLeading, isFollowing, projections }: ProjectorStatus): readonly string[] => {
  if (error !== null) return ['not following'];
  const stuck = projections.filter((projection) => projection.error !== null).map(({ name }) => name);
  return [
    ...(isLeading && !isFollowing ? ['the subscription is not at the end of the log'] : []),
    ...(stuck.length === 0 ? [] : [`not advancing: ${stuck.join(', ')}`]),
  ];
};
