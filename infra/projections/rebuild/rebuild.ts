import { Client } from 'pg';
import type { EventStore } from '../../../commands/ports/event-store';
import type { Projection } from '../../../projections/projection';
import type { Logger } from '../../logger';
import { LIVE_SCHEMA } from '../rows/row-store';
import { ensureCheckpoints } from '../waiting/checkpoints';
import { NOWHERE } from '../waiting/reached';
import { compareTable, type Difference } from './compare';
import { advanceTo, type Construction, type Place, readPlace } from './construction';
import { buildFromStart } from './from-start';
import { createReporter, type RebuildProgress } from './progress';
import { createShadowRows, type MemoryLimits } from './shadow-rows';
import { createShadow, dropShadow, indexShadow, refuseDependants, shadowSchemaOf } from './shadow-schema';
import { swapWhenFree } from './swap';
import { REBUILD_LOCK_CLASS } from './sweep-shadows';

export interface RebuildOptions {
  readonly databaseUrl: string;
  readonly eventStore: EventStore;
  readonly projection: Projection;
  /** Default: the prefixes of every stream of the ledger. */
  readonly streamPrefixes?: readonly string[];
  readonly readModelsFolder: string;
  readonly logger: Logger;
  readonly memoryLimits?: MemoryLimits;
}

export interface RebuildChoices {
  readonly onProgress?: (progress: RebuildProgress) => void;
  /** Swaps although rows differ: always, or by what differs. */
  readonly acceptDifference?: boolean | ((differences: readonly Difference[]) => boolean);
  /** Builds from the whole log, independent of the live tables: compares nothing, and swaps the checkpoint too. */
  readonly fromStart?: boolean;
}

export interface RebuildResult {
  /** `blocked`: tables differ, and the live ones are unchanged. */
  readonly outcome: 'swapped' | 'blocked';
  readonly differences: readonly Difference[];
  readonly events: number;
  readonly elapsedMs: number;
}

/** Long, as no caller waits for an answer: a rebuild takes minutes, and must survive a busy machine. */
const CONNECT_TIMEOUT_MS = 30_000;

/** Builds beside the live tables, compares, swaps in one transaction. A cancellation changes no live table. */
export async function rebuildProjection(options: RebuildOptions, choices: RebuildChoices = {}): Promise<RebuildResult> {
  const [live, shadow] = [clientFor(options), clientFor(options)];
  const { projection } = options;
  const rows = createShadowRows(shadow, shadowSchemaOf(projection), projection, options.memoryLimits);
  const reporter = createReporter(choices.onProgress);
  try {
    await connect(live);
    await connect(shadow);
    await lock(live, projection);
    await prepare(live, shadow, options);
    const { generation } = await readPlace(live, projection.name);
    const work: Construction = { ...options, live, shadow, rows, reporter, generation, at: NOWHERE };
    const built = choices.fromStart === true ? await fromStart(work) : await build(work, choices);
    const result = { ...built, ...reporter.finish() };
    if (built.outcome === 'swapped') await analyze(work);
    return result;
  } finally {
    await Promise.all([live.end(), shadow.end()]);
  }
}

function clientFor({ databaseUrl, logger }: RebuildOptions): Client {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'lastro-rebuild',
  });
  // The running or next query rejects with the same cause.
  client.on('error', (error) => {
    logger.debug({ err: error }, 'a connection of the rebuild was lost');
  });
  return client;
}

async function connect(client: Client): Promise<void> {
  await client.connect();
  // The shadow need not survive a crash. The swap's commit waits for the disk, and so for all earlier writes.
  await client.query(`SET synchronous_commit = off; SET work_mem = '64MB'; SET maintenance_work_mem = '128MB'`);
}

async function lock(live: Client, { name }: Projection): Promise<void> {
  const text = 'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked';
  const { rows } = await live.query<{ locked: boolean }>(text, [REBUILD_LOCK_CLASS, name]);
  if (rows[0]?.locked !== true) throw new Error(`another process is rebuilding ${name}`);
}

async function prepare(live: Client, shadow: Client, options: RebuildOptions): Promise<void> {
  const { projection, readModelsFolder } = options;
  await ensureCheckpoints(live, [projection.name]);
  await refuseDependants(live, projection);
  await createShadow(shadow, projection, readModelsFolder);
}

type Built = Pick<RebuildResult, 'outcome' | 'differences'>;

async function fromStart(work: Construction): Promise<Built> {
  await buildFromStart(work);
  return { outcome: 'swapped', differences: [] };
}

async function build(work: Construction, { acceptDifference = false }: RebuildChoices): Promise<Built> {
  const { live, shadow, projection, reporter, rows } = work;
  await advanceTo(work, await readPlace(live, projection.name));
  reporter.enter('writing');
  await rows.flush();
  reporter.enter('comparing');
  const differences = await compareAtSnapshot(work);
  if (differences.length > 0) mustHaveBegun(work);
  const isAccepted = typeof acceptDifference === 'boolean' ? acceptDifference : acceptDifference(differences);
  if (differences.length > 0 && !isAccepted) {
    await dropShadow(shadow, projection);
    return { outcome: 'blocked', differences };
  }
  reporter.enter('swapping');
  await swap(work);
  return { outcome: 'swapped', differences };
}

/** Without a checkpoint the shadow is empty, whatever the log has. */
function mustHaveBegun({ at, projection: { name } }: Construction): void {
  if (at.considered !== 'START') return;
  throw new Error(`${name} has rows but no checkpoint; \`ledger rebuild ${name} --from-start\` gives it both`);
}

async function analyze({ live, projection }: Construction): Promise<void> {
  for (const { name } of projection.tables) await live.query(`ANALYZE ${LIVE_SCHEMA}.${name}`);
}

async function compareAtSnapshot(work: Construction): Promise<readonly Difference[]> {
  const { live, shadow, projection } = work;
  const sides = {
    live: { client: live, schema: LIVE_SCHEMA },
    rebuilt: { client: shadow, schema: shadowSchemaOf(projection) },
  };
  const differences: Difference[] = [];
  await live.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await advanceTo(work, await readPlace(live, projection.name));
  await work.rows.flush();
  for (const table of projection.tables) differences.push(...(await compareTable(table, sides)));
  await live.query('COMMIT');
  return differences;
}

async function swap(work: Construction): Promise<void> {
  const { live, shadow, projection } = work;
  await indexShadow(shadow, projection, work.readModelsFolder);
  const advance = async (place: Place): Promise<void> => {
    await advanceTo(work, place);
    await work.rows.flush();
  };
  await advance(await readPlace(live, projection.name));
  await swapWhenFree(work, advance);
}
