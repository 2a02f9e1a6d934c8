import type { MoveLook } from '../../../commands/pair/moving/moving';
import type { EventStore } from '../../../commands/ports/event-store';
import type { TakeLook } from '../looking';
import type { LogCopy } from './copying/log-copy';

export interface MoveLooking {
  readonly takeLook: TakeLook;
  /** Null: an operator says that the target is destroyed. */
  readonly target: MoveTarget | null;
  /** Streams that a projection has parked. */
  readonly parked: () => Promise<readonly string[]>;
  readonly isAlone: () => boolean;
  /** Whether a store was away. */
  readonly isAway: (error: unknown) => boolean;
}

export interface MoveTarget {
  readonly store: Pick<EventStore, 'append'>;
  readonly log: LogCopy;
}

export interface TakenMoveLook {
  /** Null: PostgreSQL did not answer, or the source did not while its streams were looked through. */
  readonly look: MoveLook | null;
  /** Why a store is away. */
  readonly trouble: string | null;
}

/** Looks at both stores and PostgreSQL. Whether the source's streams are whole takes a pass over it, and is asked once. */
export const createMoveLooking = (deps: MoveLooking): (() => Promise<TakenMoveLook>) => {
  const { takeLook, target, parked, isAlone, isAway } = deps;
  const notWhole = once(async () => {
    const found = [...((await target?.log.notWhole()) ?? []), ...(await parked())];
    return [...new Set(found)].sort();
  });
  return async () => {
    const { look: pair, trouble } = await takeLook({ depth: 'WHOLE', onNewConnection: false });
    if (pair === null || pair.log === 'AWAY') return { look: null, trouble };
    try {
      const isBegun = pair.database.row?.move != null;
      const says = target === null ? ('DESTROYED' as const) : await target.log.targetSays();
      const look = { pair, target: says, notWhole: isBegun ? [] : await notWhole() };
      return { look: { ...look, isAlone: isAlone() }, trouble: null };
    } catch (error) {
      if (!isAway(error)) throw error;
      return { look: null, trouble: error instanceof Error ? error.message : String(error) };
    }
  };
};

/** A failure is asked again. */
const once = <Value>(ask: () => Promise<Value>): (() => Promise<Value>) => {
  let asked: Promise<Value> | null = null;
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = null;
      throw error;
    });
    return asked;
  };
};
