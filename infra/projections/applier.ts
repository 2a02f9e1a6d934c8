import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isAfter, type Position, type Recorded, START } from '../../aggregates/events';
import type { Projection } from '../../projections/projection';
import type { Logger } from '../logger';
import { EventFault, foldRows, type Known, missingKeys } from './batch';
import { type Checkpoint, moveCheckpoint, readCheckpoint } from './checkpoints';
import { isParked, type ParkedStreams, parkEvents, parkStream, readParked } from './parked';
import { createRowCache } from './row-cache';
import { LIVE_SCHEMA, loadRows, type RowsByTable, writeRows } from './row-store';
import { BEGIN_PROJECTING, inTransaction, sqlStateOf } from './transaction';

/** A stream that a projection has stopped following, because one of its events cannot be applied. */
export interface ParkedStream {
  readonly projection: string;
  readonly stream: string;
  readonly revision: number;
  readonly error: string;
}

export interface ApplierOptions {
  readonly pool: Pool;
  readonly projection: Projection;
  readonly logger: Logger;
  readonly onParked: (parked: ParkedStream) => void;
  /** Called after the commit. */
  readonly onApplied: (projection: string, position: Position) => void;
  readonly poisonRetryDelaysMs: readonly number[];
  readonly cachedRows: number;
}

/** Applies events to one projection's rows and moves its checkpoint, in one transaction. */
export interface Applier {
  /** Takes the checkpoint as it is stored, and forgets everything else. */
  readonly reload: () => Promise<Position>;
  readonly position: () => Position;
  /** Rejects with CheckpointMoved, or because the database is away; what has been applied until then stays applied. */
  readonly apply: (events: readonly Recorded[], to: Position, signal: AbortSignal) => Promise<void>;
}

/** Somebody else has written this projection: another leader, a rebuild or a replay. */
export class CheckpointMoved extends Error {
  constructor(projection: string) {
    super(`the checkpoint of ${projection} was moved by somebody else`);
    this.name = 'CheckpointMoved';
  }
}

/** Data that the tables refuse: out of range, against a constraint, too large. Anything else is not the event's fault. */
const REFUSED_DATA = /^(22|23|54)/;
const isPoison = (error: unknown): boolean =>
  error instanceof EventFault || REFUSED_DATA.test(sqlStateOf(error) ?? '');

export function createApplier(options: ApplierOptions): Applier {
  const { pool, projection, onApplied } = options;
  const cache = createRowCache(options.cachedRows);
  const place: { checkpoint: Checkpoint; parked: ParkedStreams } = {
    checkpoint: { position: START, generation: '-1' },
    parked: new Map(),
  };

  const reload = async (): Promise<Position> => {
    cache.clear();
    place.checkpoint = await readCheckpoint(pool, projection.name);
    // A replay in between changes the generation, and the next transaction notices.
    place.parked = await readParked(pool, projection.name);
    return place.checkpoint.position;
  };

  const project = async (client: PoolClient, events: readonly Recorded[]): Promise<RowsByTable[]> => {
    const missing = missingKeys(projection, events, cache.get);
    const loaded = await loadRows(client, LIVE_SCHEMA, missing);
    const known: Known = (tableName, key) => loaded.get(tableName)?.get(key) ?? cache.get(tableName, key) ?? null;
    const changed = foldRows(projection, events, known);
    await writeRows(client, LIVE_SCHEMA, projection.tables, changed);
    return [loaded, changed];
  };

  const advance = async (to: Position, work: (client: PoolClient) => Promise<RowsByTable[]>): Promise<void> => {
    const rows = await inTransaction(pool, BEGIN_PROJECTING, async (client) => {
      const moved = await moveCheckpoint(client, projection.name, place.checkpoint, to);
      if (!moved) throw new CheckpointMoved(projection.name);
      return work(client);
    });
    place.checkpoint = { ...place.checkpoint, position: to };
    for (const changed of rows) cache.merge(changed);
    onApplied(projection.name, to);
  };

  const commit = (events: readonly Recorded[], to: Position): Promise<void> =>
    advance(to, async (client) => {
      const parked = place.parked.size === 0 ? [] : events.filter((event) => isParked(place.parked, event));
      await parkEvents(client, projection.name, parked);
      return project(client, parked.length === 0 ? events : events.filter((event) => !isParked(place.parked, event)));
    });

  const park = async (event: Recorded, fault: unknown): Promise<void> => {
    const error = fault instanceof Error ? fault.message : String(fault);
    await advance(event.position, async (client) => {
      await parkStream(client, projection.name, event, error);
      await parkEvents(client, projection.name, [event]);
      return [];
    });
    place.parked = new Map([...place.parked, [event.stream, event.revision]]);
    options.onParked({ projection: projection.name, stream: event.stream, revision: event.revision, error });
  };

  const retryOrPark = async (event: Recorded, first: unknown, signal: AbortSignal): Promise<void> => {
    let fault = first;
    for (const delayMs of options.poisonRetryDelaysMs) {
      options.logger.warn({ err: fault, projection: projection.name, stream: event.stream }, 'an event is not applied');
      await pause(delayMs, undefined, { signal });
      try {
        await commit([event], event.position);
        return;
      } catch (error) {
        if (!isPoison(error)) throw error;
        fault = error;
      }
    }
    await park(event, fault);
  };

  /** Narrows a failing batch down to the event that is to blame; all others are applied in their order. */
  const apply: Applier['apply'] = async (events, to, signal) => {
    try {
      await commit(events, to);
    } catch (error) {
      const [first, ...rest] = events;
      if (!isPoison(error) || first === undefined) throw error;
      const middle = splitAt(error, events.length);
      if (middle > 0) await apply(events.slice(0, middle), events[middle - 1]!.position, signal);
      else await retryOrPark(first, error, signal);
      const after = middle > 0 ? events.slice(middle) : rest;
      if (after.length > 0 || isAfter(to, place.checkpoint.position)) await apply(after, to, signal);
    }
  };

  return { reload, position: () => place.checkpoint.position, apply };
}

/** How many events can be tried without the culprit; 0 when the first one is to blame. */
function splitAt(error: unknown, count: number): number {
  return error instanceof EventFault ? error.index : Math.floor(count / 2);
}
