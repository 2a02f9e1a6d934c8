import type { ConsideredEvent, DatabaseSays, LogSays, PairLook } from '../../../../../commands/ports/pair';
import {
  type Actor,
  type HalfLook,
  isHonest,
  type Postgres,
  postgresOf,
  type Store,
  storeOf,
  type World,
} from './world';

const positionOf = (revision: number) => ({ commit: BigInt(revision), prepare: BigInt(revision) });

const consideredBy = ({ considered }: Postgres): ConsideredEvent | null =>
  considered === null ? null : { ...considered, stream: 'cashout-1', position: positionOf(considered.revision) };

const databaseSays = (postgres: Postgres): DatabaseSays => ({
  row: postgres.row,
  isVaultEmpty: postgres.considered === null,
  checkpoints: [{ projection: 'audit-trail', considered: consideredBy(postgres) ?? 'START' }],
});

const logSays = (postgres: Postgres, { identity, work }: Store): LogSays => {
  const last = postgres.row?.last ?? null;
  const considered = consideredBy(postgres);
  const found = considered === null ? undefined : work[considered.revision];
  const isMisplaced = considered !== null && found !== considered.id;
  return {
    opening: identity[0] ?? null,
    idAtRow: last === null ? null : (identity[last.revision]?.id ?? null),
    last: identity.at(-1) ?? null,
    hasOthers: work.length > 0,
    misplaced: isMisplaced
      ? [{ projection: 'audit-trail', considered, found: null, isStreamFaulty: false, before: 'START' }]
      : [],
    head: positionOf(work.length),
  };
};

/**
 * A look is three reads, and others act between the first and the second. The second read, the third and the decision
 * count as one step. This loses no case: a row written in between makes the look inconclusive, and a foreign append
 * makes an append fail or has no effect. An unanswered append is a step of its own.
 */
export const halfLook = (world: World, { pg, store }: Actor): HalfLook => ({
  postgres: postgresOf(world, pg),
  isHonest: isHonest(world, pg, store),
});

export const wholeLook = (world: World, { pg, store }: Actor, { postgres }: HalfLook): PairLook => ({
  database: databaseSays(postgres),
  log: logSays(postgres, storeOf(world, store)),
  rowAfter: postgresOf(world, pg).row,
});

/** A process looks until it works, or until its task is done. */
export const mustLook = ({ role, startedAs, step, wanted }: Actor): boolean =>
  step === null && (role === 'SERVICE' ? startedAs === null || wanted !== null : role !== 'DOWN');
