import type { Client, ClientBase } from 'pg';
import { isAfter, type Position, type Recorded } from '../../../aggregates/events';
import { valuesOf } from '../waiting/checkpoints';
import { NOWHERE, type Reached, reachedBy } from '../waiting/reached';

/** A position alone, as the version before kept it. */
export interface OldCheckpoint {
  readonly projection: string;
  readonly position: Position;
  readonly generation: string;
}

interface OldRow {
  readonly projection: string;
  readonly commit: string;
  readonly prepare: string;
  readonly generation: string;
}

const OLD = `SELECT projection, position_commit::text AS commit, position_prepare::text AS prepare, generation::text
  FROM lastro.checkpoints ORDER BY projection`;

export async function readOld(client: ClientBase): Promise<readonly OldCheckpoint[]> {
  const { rows } = await client.query<OldRow>(OLD);
  return rows.map(({ projection, commit, prepare, generation }) => ({
    ...{ projection, generation },
    position: { commit: BigInt(commit), prepare: BigInt(prepare) },
  }));
}

const textOf = (all: readonly OldCheckpoint[]): string =>
  all
    .map(({ projection, position: { commit, prepare }, generation }) => [projection, commit, prepare, generation])
    .join();

/** Gives each checkpoint the last event of ours up to its position. */
export function createNaming(old: readonly OldCheckpoint[]) {
  const named = new Map<string, Reached>();
  const waiting = [...old].sort((left, right) => (isAfter(left.position, right.position) ? 1 : -1));
  let last: Reached = NOWHERE;
  const nameUpTo = (isPassed: (position: Position) => boolean): void => {
    for (let next = waiting[0]; next !== undefined && isPassed(next.position); next = waiting[0]) {
      named.set(next.projection, { considered: last.considered, position: next.position });
      waiting.shift();
    }
  };
  return {
    /** In the order of the log. */
    see: (event: Recorded): void => {
      nameUpTo((position) => isAfter(event.position, position));
      last = reachedBy(event);
    },
    end: (): ReadonlyMap<string, Reached> => {
      nameUpTo(() => true);
      return named;
    },
  };
}

const NAME = `INSERT INTO lastro.named_checkpoints (projection, stream, revision, event_id, event_commit, event_prepare,
    position_commit, position_prepare, generation) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::bigint + 1)
  ON CONFLICT (projection) DO UPDATE SET stream = excluded.stream, revision = excluded.revision,
    event_id = excluded.event_id, event_commit = excluded.event_commit, event_prepare = excluded.event_prepare,
    position_commit = excluded.position_commit, position_prepare = excluded.position_prepare,
    generation = excluded.generation, updated_at = now()`;

const OUT_OF_THE_WAY = 'ALTER TABLE lastro.checkpoints RENAME TO checkpoints_without_names';

/** In one transaction; false when an old checkpoint was moved meanwhile, and nothing was written. */
export async function replaceOld(
  client: Client,
  old: readonly OldCheckpoint[],
  named: ReadonlyMap<string, Reached>,
): Promise<boolean> {
  await client.query(
    'BEGIN; SET LOCAL synchronous_commit = on; LOCK TABLE lastro.checkpoints IN ACCESS EXCLUSIVE MODE',
  );
  if (textOf(await readOld(client)) !== textOf(old)) {
    await client.query('ROLLBACK');
    return false;
  }
  for (const { projection, generation } of old) {
    await client.query(NAME, [projection, ...valuesOf(named.get(projection) ?? NOWHERE), generation]);
  }
  await client.query(OUT_OF_THE_WAY);
  await client.query('COMMIT');
  return true;
}
