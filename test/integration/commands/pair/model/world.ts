import type { AppendStep, PairStep } from '../../../../../commands/pair/decision';
import type { WantedEvent } from '../../../../../commands/pair/lead';
import type { Standing } from '../../../../../commands/pair/standing';
import type { IdentityEvent, PairRow } from '../../../../../commands/ports/pair';

/** The first or the second PostgreSQL or store. */
export type Which = 0 | 1;

export interface Postgres {
  readonly row: PairRow | null;
  /** The last work that a projection considered: its place in the log and its id. */
  readonly considered: { readonly id: string; readonly revision: number } | null;
  /** Observation only, no rule reads these: ids sent from here, and the last one seen in the log. */
  readonly sent: readonly string[];
  readonly confirmed: string | null;
}

/** Work is what the ledger is about; every event of it has an id that tells which PostgreSQL's process wrote it. */
export interface Store {
  readonly identity: readonly IdentityEvent[];
  readonly work: readonly string[];
}

export type Role = 'DOWN' | 'SERVICE' | 'ATTACH';

/** A look that has read PostgreSQL, and not yet the log. */
export interface HalfLook {
  readonly postgres: Postgres;
  readonly isHonest: boolean;
}

export interface Actor {
  readonly role: Role;
  readonly pg: Which;
  readonly store: Which;
  readonly look: HalfLook | null;
  readonly step: PairStep | null;
  /** 75 s have passed since the step was decided. */
  readonly wasQuiet: boolean;
  /** The event that an election wants. */
  readonly wanted: WantedEvent | null;
  readonly standing: Standing;
  readonly startedAs: string | null;
  /** Observation only, no rule reads it: the fault of its pair for 75 s or longer. */
  readonly longWrong: Wrong | null;
}

/** An append without a waiting process; it may still arrive. */
export interface Message {
  readonly store: Which;
  readonly append: AppendStep;
}

export interface World {
  readonly postgres: readonly [Postgres, Postgres | null];
  readonly stores: readonly [Store, Store | null];
  readonly actors: readonly [Actor, Actor];
  readonly underWay: Message | null;
  /** Counts of the bounded happenings. */
  readonly counts: Counts;
}

export interface Counts {
  readonly ids: number;
  readonly works: number;
  readonly clones: number;
  readonly restores: number;
  /** Appends without a waiting process. */
  readonly unanswered: number;
}

export interface Scenario {
  readonly initial: World;
  /** The roles in which a stopped process may start. */
  readonly starts: readonly { readonly role: Role; readonly pg: Which; readonly store: Which }[];
  readonly most: Counts;
}

export const EMPTY_POSTGRES: Postgres = {
  ...{ row: null, considered: null, sent: [], confirmed: null },
};

export const EMPTY_STORE: Store = { identity: [], work: [] };

export const withPostgres = (world: World, which: Which, changed: Partial<Postgres>): World => {
  const next = { ...postgresOf(world, which), ...changed };
  return { ...world, postgres: which === 0 ? [next, world.postgres[1]] : [world.postgres[0], next] };
};

export const withStore = (world: World, which: Which, store: Store): World => ({
  ...world,
  stores: which === 0 ? [store, world.stores[1]] : [world.stores[0], store],
});

export const withActor = (world: World, which: Which, changed: Partial<Actor>): World => {
  const next = { ...world.actors[which], ...changed };
  return { ...world, actors: which === 0 ? [next, world.actors[1]] : [world.actors[0], next] };
};

export const counted = (world: World, what: keyof Counts): World => ({
  ...world,
  counts: { ...world.counts, [what]: world.counts[what] + 1 },
});

export const postgresOf = (world: World, which: Which): Postgres => world.postgres[which] ?? EMPTY_POSTGRES;
export const storeOf = (world: World, which: Which): Store => world.stores[which] ?? EMPTY_STORE;

export type Wrong = 'CHECKPOINT' | 'END';

/**
 * Judges by the real history, not by the row, if PostgreSQL and log belong together: the log ends in an event
 * that was sent from this PostgreSQL, holds the last one that was seen there, and all that was considered. Null: they do.
 */
export const wrongness = (world: World, pg: Which, store: Which): Wrong | null => {
  const { row, considered, sent, confirmed } = postgresOf(world, pg);
  const { identity, work } = storeOf(world, store);
  const end = identity.at(-1);
  if (considered !== null && work[considered.revision] !== considered.id) return 'CHECKPOINT';
  if (confirmed !== null) {
    return end !== undefined && sent.includes(end.id) && identity.some(({ id }) => id === confirmed) ? null : 'END';
  }
  const isOwn = end === undefined || (row !== null && sent.includes(end.id));
  return isOwn && work.length === 0 ? null : 'END';
};

export const isHonest = (world: World, pg: Which, store: Which): boolean => wrongness(world, pg, store) === null;

export const isUp = ({ role, startedAs }: Actor): boolean => role === 'SERVICE' && startedAs !== null;
