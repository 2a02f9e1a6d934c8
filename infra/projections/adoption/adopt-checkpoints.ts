import { Client } from 'pg';
import { isAfter, type Position, START } from '../../../aggregates/events';
import { STREAM_PREFIXES } from '../../../aggregates/stream';
import type { EventStore } from '../../../commands/ports/event-store';
import type { Logger } from '../../logger';
import { readParked } from '../live/parked';
import { createReporter, type RebuildProgress, type Reporter } from '../rebuild/progress';
import { readUnnamed } from '../waiting/checkpoints';
import type { Reached } from '../waiting/reached';
import { createNaming, type OldCheckpoint, readOld, replaceOld } from './old-checkpoints';
import { createTrailCheck } from './trail-check';

export interface AdoptionOptions {
  readonly databaseUrl: string;
  readonly eventStore: Pick<EventStore, 'readAll' | 'head'>;
  readonly logger: Logger;
  readonly onProgress?: (progress: RebuildProgress) => void;
}

const TRAIL = 'audit-trail';
/** A process of the version before that goes on must be ended by somebody. */
const MOST_PASSES = 3;
/** Enough to know that the log is another one: the rest is not read. */
const MOST_FAULTS = 1_000;

/**
 * Checkpoints of the version before, which are positions alone, get their events in one pass over the log, and move to
 * the new table. Answers what rows and log contradict each other in; then nothing was written.
 */
export async function adoptCheckpoints(options: AdoptionOptions): Promise<readonly string[]> {
  const client = await connect(options);
  try {
    for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
      if ((await readUnnamed(client)).length === 0) return [];
      const { old, named, faults } = await readThrough(client, options);
      if (faults.length > 0) return faults;
      if (await replaceOld(client, old, named)) return [];
    }
  } finally {
    await client.end();
  }
  throw new Error('a process of the version before still projects into this database: end it first');
}

async function connect({ databaseUrl, logger }: AdoptionOptions): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'lastro-adoption',
  });
  // The running or next query rejects with the same cause.
  client.on('error', (error) => {
    logger.debug({ err: error }, 'a connection of the adoption was lost');
  });
  await client.connect();
  return client;
}

interface Pass {
  readonly old: readonly OldCheckpoint[];
  readonly named: ReadonlyMap<string, Reached>;
  readonly faults: readonly string[];
}

/** In one snapshot of PostgreSQL. */
async function readThrough(client: Client, options: AdoptionOptions): Promise<Pass> {
  const reporter = createReporter(options.onProgress);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    return await compare(client, options, reporter);
  } finally {
    await client.query('ROLLBACK');
    reporter.enter('done');
  }
}

async function compare(client: Client, { eventStore }: AdoptionOptions, reporter: Reporter): Promise<Pass> {
  const old = await readOld(client);
  const head = await eventStore.head();
  const beyond = old.filter(({ position }) => isAfter(position, head));
  if (beyond.length > 0) return { old, named: new Map(), faults: beyond.map((each) => beyondFault(each, head)) };
  const end = old.reduce<Position>((last, { position }) => (isAfter(position, last) ? position : last), START);
  const upTo = old.find(({ projection }) => projection === TRAIL)?.position ?? START;
  const faults: string[] = [];
  const isEnough = (): boolean => faults.length >= MOST_FAULTS;
  const onFault = ({ says }: { readonly says: string }): void => void faults.push(says);
  const trail = createTrailCheck(client, { upTo, parked: await readParked(client, TRAIL), onFault, isEnough });
  const naming = createNaming(old);
  for await (const event of eventStore.readAll(START, { streamPrefixes: STREAM_PREFIXES })) {
    if (isAfter(event.position, end)) break;
    naming.see(event);
    await trail.see(event);
    reporter.read(1, event.position, end);
    if (isEnough()) break;
  }
  await trail.end();
  return { old, named: naming.end(), faults };
}

const beyondFault = ({ projection, position: { commit, prepare } }: OldCheckpoint, head: Position): string =>
  `the checkpoint of ${projection} is at ${commit}/${prepare}, and the log ends at ${head.commit}/${head.prepare}`;
