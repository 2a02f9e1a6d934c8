import type { Client } from 'pg';
import { isAfter, type Position, type Recorded } from '../../../aggregates/events';
import { STREAM_PREFIXES } from '../../../aggregates/stream';
import { misplacedCheckpoints } from '../../../commands/pair/placing/misplaced-checkpoints';
import { isInPlace } from '../../../commands/pair/placing/placement';
import { checkpointAbsent } from '../../../commands/pair/refusal';
import type { EventStore } from '../../../commands/ports/event-store';
import type { ConsideredEvent } from '../../../commands/ports/pair';
import { followedPrefixes, type Projection } from '../../../projections/projection';
import { isParked, type ParkedStreams, readParked } from '../faulty/parked';
import { wants } from '../rows/batch';
import { afterClosings, type Closing, closingsAmong } from '../rows/closed';
import { type Checkpoint, readCheckpoint } from '../waiting/checkpoints';
import { placeOf, type Reached, reachedBy } from '../waiting/reached';
import type { Reporter } from './progress';
import type { ShadowRows } from './shadow-rows';

export interface Construction {
  readonly eventStore: EventStore;
  readonly projection: Projection;
  /** Default: the prefixes of every stream of the ledger. */
  readonly streamPrefixes?: readonly string[];
  readonly readModelsFolder: string;
  readonly live: Client;
  readonly shadow: Client;
  readonly rows: ShadowRows;
  readonly reporter: Reporter;
  readonly generation: string;
  at: Reached;
}

export interface Place extends Checkpoint {
  readonly parked: ParkedStreams;
}

const BATCH_EVENTS = 500;

export async function readPlace(client: Client, name: string, lock: '' | 'FOR UPDATE' = ''): Promise<Place> {
  const checkpoint = await readCheckpoint(client, name, lock);
  return { ...checkpoint, parked: await readParked(client, name) };
}

/** Advances to the checkpoint's event, which must be in the log. Streams parked live are replayed after the swap. */
export async function advanceTo(work: Construction, place: Place): Promise<void> {
  const { projection, eventStore } = work;
  const { considered, parked } = place;
  mustBeOfThisGeneration(work, place);
  if (considered === 'START' || !isAfter(considered.position, placeOf(work.at))) return;
  // A stream's name is a prefix too: the checkpoint's event may be one that the projection ignores.
  const streamPrefixes = [...followedPrefixes(projection), considered.stream];
  const build = building(work, considered.position);
  let last: Recorded | null = null;
  for await (const event of eventStore.readAll(placeOf(work.at), { streamPrefixes })) {
    if (isAfter(event.position, considered.position)) break;
    last = event;
    if (wants(projection, event.stream) && !isParked(parked, event)) await build.add(event);
  }
  await build.end();
  if (!isInPlace(considered, last)) throw await absent(work, considered);
  work.at = { considered, position: considered.position };
}

/** Events that the live tables do not have yet. */
export interface Untold {
  /** Events of parked streams, to be replayed. */
  readonly skipped: readonly Recorded[];
  readonly closings: readonly Closing[];
}

/** Advances to the end of the log, independent of the live tables. */
export async function advanceToEnd(work: Construction, { parked, ...place }: Place): Promise<Untold> {
  const { projection, eventStore, streamPrefixes = STREAM_PREFIXES } = work;
  mustBeOfThisGeneration(work, place);
  const build = building(work, await eventStore.head());
  const skipped: Recorded[] = [];
  const closings: Closing[] = [];
  let passedOver = parked;
  for await (const event of eventStore.readAll(placeOf(work.at), { streamPrefixes })) {
    work.at = reachedBy(event);
    if (!wants(projection, event.stream)) continue;
    if (isParked(passedOver, event)) skipped.push(event);
    else await build.add(event);
    const found = closingsAmong([event]);
    closings.push(...found);
    passedOver = afterClosings(passedOver, found);
  }
  await build.end();
  return { skipped, closings };
}

function mustBeOfThisGeneration({ projection, generation }: Construction, place: Pick<Place, 'generation'>): void {
  if (place.generation === generation) return;
  throw new Error(`another process has rebuilt or replayed ${projection.name}: run the rebuild again`);
}

function building({ rows, reporter }: Construction, target: Position) {
  let batch: Recorded[] = [];
  const end = async (): Promise<void> => {
    const last = batch.at(-1);
    if (last === undefined) return;
    await rows.apply(batch);
    reporter.read(batch.length, last.position, target);
    batch = [];
  };
  const add = async (event: Recorded): Promise<void> => {
    batch.push(event);
    if (batch.length >= BATCH_EVENTS) await end();
  };
  return { add, end };
}

async function absent({ eventStore, projection }: Construction, considered: ConsideredEvent): Promise<Error> {
  const { name } = projection;
  const [misplaced] = await misplacedCheckpoints(eventStore, [{ projection: name, considered }]);
  const advice = `Nothing was swapped; \`ledger rebuild ${name} --from-start\` builds it from what this log has.`;
  if (misplaced === undefined) return new Error(`${name} was not read completely: run the rebuild again`);
  const head = await eventStore.head();
  return new Error(`${checkpointAbsent(misplaced, head).words} ${advice}`);
}
