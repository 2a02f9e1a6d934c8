import { isAfter, type Position } from '../../../aggregates/events';
import type { ProjectionName } from '../../../projections/all';

export interface PositionBoard<Name extends string = ProjectionName> {
  readonly advance: (projection: string, position: Position) => void;
  /** True when every projection has applied the position; false after `timeoutMs`. */
  readonly waitUntilApplied: (projections: readonly Name[], position: Position, timeoutMs?: number) => Promise<boolean>;
  readonly positions: () => ReadonlyMap<string, Position>;
  readonly isWaiting: () => boolean;
}

interface Waiter {
  readonly missing: Set<string>;
  readonly position: Position;
  readonly finish: (applied: boolean) => void;
}

const PATIENCE_MS = 1_000;
/** With more waiters than this, no process projects. */
const MAX_WAITERS = 20_000;

export function createPositionBoard<Name extends string = ProjectionName>(): PositionBoard<Name> {
  const positions = new Map<string, Position>();
  const waiters = new Map<string, Set<Waiter>>();
  const pending = new Set<Waiter>();

  const isMissing = (projection: string, position: Position): boolean => {
    const known = positions.get(projection);
    return known === undefined || isAfter(position, known);
  };

  const advance = (projection: string, position: Position): void => {
    positions.set(projection, position);
    for (const waiter of waiters.get(projection) ?? []) {
      if (isAfter(waiter.position, position)) continue;
      waiter.missing.delete(projection);
      waiters.get(projection)?.delete(waiter);
      if (waiter.missing.size === 0) waiter.finish(true);
    }
  };

  const wait = (missing: Set<string>, position: Position, timeoutMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const finish = (applied: boolean): void => {
        clearTimeout(timer);
        pending.delete(waiter);
        for (const projection of missing) waiters.get(projection)?.delete(waiter);
        resolve(applied);
      };
      const waiter: Waiter = { missing, position, finish };
      const timer = setTimeout(finish, timeoutMs, false);
      pending.add(waiter);
      for (const projection of missing) register(waiters, projection, waiter);
    });

  return {
    advance,
    waitUntilApplied: async (projections, position, timeoutMs = PATIENCE_MS) => {
      const missing = new Set<string>(projections.filter((projection) => isMissing(projection, position)));
      if (missing.size === 0) return true;
      if (pending.size >= MAX_WAITERS) return false;
      return wait(missing, position, timeoutMs);
    },
    positions: () => positions,
    isWaiting: () => pending.size > 0,
  };
}

function register(waiters: Map<string, Set<Waiter>>, projection: string, waiter: Waiter): void {
  const known = waiters.get(projection);
  if (known === undefined) waiters.set(projection, new Set([waiter]));
  else known.add(waiter);
}
