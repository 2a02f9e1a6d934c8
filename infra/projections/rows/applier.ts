import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isAfter, type Position, type Recorded } from '../../../aggregates/events';
import type { Projection } from '../../../projections/projection';
import type { Logger } from '../../logger';
import { inTransaction } from '../../postgres/pool';
import { type Fault, hasRevision, parkedAfter } from '../faulty/faults';
import { isParked, type ParkedStreams, type Parking, parkEvents, parkStream, readParked } from '../faulty/parked';
import { type Checkpoint, moveCheckpoint, readCheckpoint } from '../waiting/checkpoints';
import { NOWHERE, type Reached, reachedBy } from '../waiting/reached';
import { EventFault, foldRows, type Known, missingKeys } from './batch';
import { afterClosings, closeStreams, closingsAmong, stillParked } from './closed';
import { createWriteTogether, type WriteTogether } from './one-statement';
import { createRowCache, type RowCache } from './row-cache';
import { LIVE_SCHEMA, loadRows, type RowsByTable, writeRows } from './row-store';

export interface ParkedStream extends Omit<Parking, 'position'> {
  readonly projection: string;
}

export interface ApplierOptions {
  readonly pool: Pool;
  readonly projection: Projection;
  readonly logger: Logger;
  readonly onParked: (parked: ParkedStream) => void;
  readonly onApplied: (projection: string, position: Position) => void;
  readonly poisonRetryDelaysMs: readonly number[];
  readonly cachedRows: number;
}

export interface Applier {
  readonly reload: () => Promise<Reached>;
  readonly reached: () => Reached;
  /** Rejects with CheckpointMoved, or when the database is away; batches committed before stay applied. */
  readonly apply: (events: readonly Recorded[], to: Reached, signal: AbortSignal) => Promise<void>;
  /** Parks their streams, each once. The checkpoint goes on to name the last event of ours. */
  readonly park: (faults: readonly Fault[]) => Promise<void>;
}

/** Another leader, a rebuild or a replay wrote this projection. */
export class CheckpointMoved extends Error {
  constructor(projection: string) {
    super(`another process has moved the checkpoint of ${projection}`);
    this.name = 'CheckpointMoved';
  }
}

/** SQLSTATEs that blame the event: data exception, constraint violation, limit exceeded. */
const REFUSED_DATA = /^(22|23|54)/;
const isPoison = (error: unknown): boolean => error instanceof EventFault || REFUSED_DATA.test(sqlStateOf(error) ?? '');

interface Place extends ApplierOptions {
  readonly cache: RowCache;
  readonly writeTogether: WriteTogether;
  checkpoint: Checkpoint;
  parked: ParkedStreams;
}

type Work = (client: PoolClient) => Promise<readonly RowsByTable[]>;

export function createApplier(options: ApplierOptions): Applier {
  const place: Place = {
    ...options,
    cache: createRowCache(options.cachedRows),
    writeTogether: createWriteTogether(options.projection),
    checkpoint: { ...NOWHERE, generation: '-1' },
    parked: new Map(),
  };
  return {
    reload: () => reload(place),
    reached: () => place.checkpoint,
    apply: (events, to, signal) => apply(place, events, to, signal),
    park: (faults) => {
      const { considered, position } = place.checkpoint;
      return park(place, faults, { considered, position: faults.at(-1)?.position ?? position });
    },
  };
}

async function reload(place: Place): Promise<Reached> {
  const { pool, projection, cache } = place;
  cache.clear();
  place.checkpoint = await readCheckpoint(pool, projection.name);
  // A replay in between changes the generation, so the next transaction fails.
  place.parked = await readParked(pool, projection.name);
  return place.checkpoint;
}

/** Bisects a failing batch down to the faulty event; all others are applied in order. */
async function apply(place: Place, events: readonly Recorded[], to: Reached, signal: AbortSignal): Promise<void> {
  try {
    await commit(place, events, to);
  } catch (error) {
    const [first] = events;
    if (!isPoison(error) || first === undefined) throw error;
    const innocent = splitAt(error, events);
    if (innocent > 0) await apply(place, events.slice(0, innocent), reachedBy(events[innocent - 1]!), signal);
    else await retryOrPark(place, first, error, signal);
    const rest = events.slice(Math.max(1, innocent));
    if (rest.length > 0 || isAfter(to.position, place.checkpoint.position)) await apply(place, rest, to, signal);
  }
}

async function retryOrPark(place: Place, event: Recorded, first: unknown, signal: AbortSignal): Promise<void> {
  const { logger, projection, poisonRetryDelaysMs } = place;
  let fault = first;
  for (const delayMs of poisonRetryDelaysMs) {
    logger.warn(
      { err: fault, projection: projection.name, stream: event.stream, delayMs },
      'an event could not be applied',
    );
    await pause(delayMs, undefined, { signal });
    try {
      await commit(place, [event], reachedBy(event));
      return;
    } catch (error) {
      if (!isPoison(error)) throw error;
      fault = error;
    }
  }
  const { stream, revision, id, type, position } = event;
  const error = fault instanceof Error ? fault.message : String(fault);
  await park(place, [{ stream, revision, id, type, position, error }], reachedBy(event));
}

async function commit(place: Place, events: readonly Recorded[], to: Reached): Promise<void> {
  const { projection } = place;
  const isAwake = !events.some((event) => isParked(place.parked, event));
  if (isAwake && (await isCommittedTogether(place, events, to))) return;
  const closings = closingsAmong(events);
  const parked = afterClosings(place.parked, closings);
  await advance(place, to, async (client) => {
    const asleep = parked.size === 0 ? [] : events.filter((event) => isParked(parked, event));
    await closeStreams(client, projection.name, closings);
    await parkEvents(client, projection.name, stillParked(parked, asleep));
    const awake = asleep.length === 0 ? events : events.filter((event) => !isParked(parked, event));
    const { loaded, changed } = await fold(place, client, awake);
    await writeRows(client, LIVE_SCHEMA, projection.tables, changed);
    return [loaded, changed];
  });
  place.parked = parked;
}

/** The checkpoint's event does not change, or is the faulty one. */
async function park(place: Place, faults: readonly Fault[], to: Reached): Promise<void> {
  const { projection } = place;
  const { now, isNew } = parkedAfter(place.parked, faults);
  await advance(place, to, async (client) => {
    for (const fault of isNew) await parkStream(client, projection.name, fault);
    await parkEvents(client, projection.name, stillParked(now, faults.filter(hasRevision)));
    return [];
  });
  place.parked = now;
  for (const { stream, revision, error } of isNew) {
    place.onParked({ projection: projection.name, stream, revision, error });
  }
}

/** Applies all batches in one statement; false when impossible. A checkpoint of another generation writes no row. */
async function isCommittedTogether(place: Place, events: readonly Recorded[], to: Reached): Promise<boolean> {
  if (closingsAmong(events).length > 0) return false;
  const { pool, projection, checkpoint } = place;
  const { loaded, changed } = await fold(place, pool, events);
  const isWritten =
    events.length === 0
      ? await moveCheckpoint(pool, projection.name, checkpoint, to)
      : await place.writeTogether(pool, { from: checkpoint, to }, changed);
  if (isWritten) reach(place, to, [loaded, changed]);
  return isWritten;
}

interface Folded {
  readonly loaded: RowsByTable;
  readonly changed: RowsByTable;
}

async function fold(
  { projection, cache }: Place,
  client: Pool | PoolClient,
  events: readonly Recorded[],
): Promise<Folded> {
  const loaded = await loadRows(client, LIVE_SCHEMA, missingKeys(projection, events, cache.get));
  const known: Known = (tableName, key) => {
    const row = loaded.get(tableName)?.get(key);
    return row === undefined ? cache.get(tableName, key) : row;
  };
  return { loaded, changed: foldRows(projection, events, known) };
}

/** Only the holder of the checkpoint may write. The cache is updated after the commit. */
async function advance(place: Place, to: Reached, work: Work): Promise<void> {
  const { pool, projection, checkpoint } = place;
  const rows = await inTransaction(pool, async (client) => {
    const moved = await moveCheckpoint(client, projection.name, checkpoint, to);
    if (!moved) throw new CheckpointMoved(projection.name);
    return work(client);
  });
  reach(place, to, rows);
}

function reach(place: Place, to: Reached, rows: readonly RowsByTable[]): void {
  place.checkpoint = { ...to, generation: place.checkpoint.generation };
  for (const changed of rows) place.cache.merge(changed);
  place.onApplied(place.projection.name, to.position);
}

/** Length of the part to try first; 0 when the first event is at fault. */
function splitAt(error: unknown, events: readonly Recorded[]): number {
  return error instanceof EventFault ? events.indexOf(error.event) : Math.floor(events.length / 2);
}

/** PostgreSQL's SQLSTATE; null for any other error. */
function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
