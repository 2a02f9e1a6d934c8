import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { rejection } from '../../../aggregates/rejection';
import { createQuery } from '../../postgres/query';
import type { Difference } from './compare';
import type { RebuildProgress } from './progress';
import type { RebuildChoices, RebuildResult } from './rebuild';

export interface RebuildJob {
  readonly projection: string;
  /** BLOCKED: rows differ, and the live ones are unchanged. LOST: its process ended. */
  readonly state: 'RUNNING' | 'SWAPPED' | 'BLOCKED' | 'CANCELLED' | 'FAILED' | 'LOST';
  readonly operatorName: string;
  readonly startedAt: string;
  readonly progress: RebuildProgress | null;
  readonly differences: readonly Difference[] | null;
  /** Digest of the differences; an acceptance names the digest. */
  readonly digest: string | null;
  readonly error: string | null;
}

interface RebuildAsked {
  readonly projection: string;
  readonly operatorName: string;
  /** Digest of the accepted differences; null: none. */
  readonly digest: string | null;
}

interface RebuildJobsDeps {
  readonly pool: Pool;
  readonly rebuild: (projection: string, choices: RebuildChoices) => Promise<RebuildResult>;
  readonly onSwapped: (asked: RebuildAsked, result: RebuildResult) => Promise<void>;
}

export interface RebuildJobs {
  readonly list: () => Promise<readonly RebuildJob[]>;
  /** Answers once it has begun. Refuses WRONG_STATE while the projection is being rebuilt. */
  readonly start: (asked: RebuildAsked) => Promise<void>;
  /** False: there was no running job. */
  readonly cancel: (projection: string) => Promise<boolean>;
  /** Cancels the jobs of this process, and waits for their end. */
  readonly stop: () => Promise<void>;
}

const BEAT_MS = 1_000;
const UNSEEN = `seen_at < clock_timestamp() - interval '30 s'`;
const LOST = `state = 'RUNNING' AND ${UNSEEN}`;

const LIST = `SELECT projection, CASE WHEN ${LOST} THEN 'LOST' ELSE state END AS state, operator_name AS "operatorName",
    started_at AS "startedAt", progress, differences, digest, error
  FROM lastro.rebuild_jobs ORDER BY projection`;

const BEGIN = `INSERT INTO lastro.rebuild_jobs AS job (projection, state, operator_name) VALUES ($1, 'RUNNING', $2)
  ON CONFLICT (projection) DO UPDATE SET state = 'RUNNING', operator_name = $2, started_at = clock_timestamp(),
    seen_at = clock_timestamp(), cancelled = false, progress = NULL, differences = NULL, digest = NULL, error = NULL
  WHERE job.state <> 'RUNNING' OR job.${UNSEEN}`;

const BEAT = `UPDATE lastro.rebuild_jobs SET seen_at = clock_timestamp(), progress = $2
  WHERE projection = $1 RETURNING cancelled`;

const END = `UPDATE lastro.rebuild_jobs SET state = $2, differences = $3, digest = $4, error = $5, progress = $6
  WHERE projection = $1`;

const CANCEL = `UPDATE lastro.rebuild_jobs SET cancelled = true WHERE projection = $1 AND state = 'RUNNING' AND NOT ${UNSEEN}`;

const CANCELLED = 'the rebuild was cancelled';

export const digestOf = (differences: readonly Difference[]): string =>
  createHash('sha256').update(JSON.stringify(differences)).digest('hex');

export const createRebuildJobs = (deps: RebuildJobsDeps): RebuildJobs => {
  const running = new Map<string, Running>();
  const list = createQuery(deps.pool);
  return {
    list: () => list<RebuildJob>(LIST, []),
    start: async (asked) => {
      const { rowCount } = await deps.pool.query(BEGIN, [asked.projection, asked.operatorName]);
      if (rowCount === 0) throw rejection('WRONG_STATE', `a rebuild of ${asked.projection} is running`);
      const job: Running = { isCancelled: false, progress: null, ended: Promise.resolve() };
      job.ended = run(deps, asked, job).finally(() => running.delete(asked.projection));
      running.set(asked.projection, job);
    },
    cancel: async (projection) => (await deps.pool.query(CANCEL, [projection])).rowCount === 1,
    stop: async () => {
      for (const job of running.values()) job.isCancelled = true;
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
};

interface Running {
  isCancelled: boolean;
  progress: RebuildProgress | null;
  ended: Promise<void>;
}

const run = async (deps: RebuildJobsDeps, asked: RebuildAsked, job: Running): Promise<void> => {
  const { projection } = asked;
  const beat = setInterval(() => void saw(deps.pool, projection, job), BEAT_MS);
  const ended = await rebuilt(deps, asked, job).catch((error: unknown): Ended => {
    const message = messageOf(error);
    const state = message === CANCELLED ? 'CANCELLED' : 'FAILED';
    return { state, differences: null, digest: null, error: message };
  });
  clearInterval(beat);
  await end(deps.pool, projection, job, ended).catch(() => undefined);
};

/** A swap is valid even if its record fails. */
const rebuilt = async (deps: RebuildJobsDeps, asked: RebuildAsked, job: Running): Promise<Ended> => {
  const result = await deps.rebuild(asked.projection, choicesOf(asked, job));
  const { outcome, differences } = result;
  if (outcome === 'blocked') return { state: 'BLOCKED', differences, digest: digestOf(differences), error: null };
  const error = await deps.onSwapped(asked, result).then(() => null, messageOf);
  return { state: 'SWAPPED', differences, digest: null, error };
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A progress that throws ends the build; the swap itself is not cancelled. */
const choicesOf = ({ digest }: RebuildAsked, job: Running): RebuildChoices => ({
  onProgress: (progress) => {
    job.progress = progress;
    if (job.isCancelled && progress.phase !== 'swapping' && progress.phase !== 'done') throw new Error(CANCELLED);
  },
  acceptDifference: (differences) => digest !== null && digestOf(differences) === digest,
});

/** Cancelled by any process. The row is missed while the database is away: the next beat finds it. */
const saw = async (pool: Pool, projection: string, job: Running): Promise<void> => {
  try {
    const { rows } = await pool.query<{ readonly cancelled: boolean }>(BEAT, [projection, job.progress]);
    if (rows[0]?.cancelled === true) job.isCancelled = true;
  } catch {}
};

type Ended = Pick<RebuildJob, 'state' | 'differences' | 'digest' | 'error'>;

const end = async (
  pool: Pool,
  projection: string,
  { progress }: Running,
  { state, differences, digest, error }: Ended,
): Promise<void> => {
  const shown = differences === null ? null : JSON.stringify(differences);
  await pool.query(END, [projection, state, shown, digest, error, progress]);
};
