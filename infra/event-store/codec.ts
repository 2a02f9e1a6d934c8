import {
  type AllStreamRecordedEvent,
  type Position as ClientPosition,
  type EventData,
  jsonEvent,
  type RecordedEvent,
} from '@eventstore/db-client';
import type { Metadata, Position, Recorded } from '../../aggregates/events';
import { SCHEMA_VERSIONS } from '../../aggregates/schema-versions';
import type { Proposed } from '../../commands/event-store';
import { upcast } from './upcast';

const SYSTEM = '$';

/** Streams of the store itself; the port never shows them. */
export const isSystemStream = (stream: string): boolean => stream.startsWith(SYSTEM);

/** Refuses what must not reach the log: a system stream, or an event in another version than the current one. */
export const assertWritable = (stream: string, events: readonly Proposed[]): void => {
  if (stream === '' || isSystemStream(stream)) throw new Error(`Not a stream that can be written: "${stream}"`);
  for (const { type, metadata } of events) {
    if (metadata.schemaVersion === SCHEMA_VERSIONS[type]) continue;
    throw new Error(`${type} is written in version ${SCHEMA_VERSIONS[type]}, not ${metadata.schemaVersion}`);
  }
};

/** To the client's form. */
export const toEventData = ({ id, type, data, metadata }: Proposed): EventData =>
  jsonEvent({ id, type, data: data as never, metadata: metadata as never });

const positionOf = (position: ClientPosition | undefined): Position => {
  if (position === undefined) throw new Error('The event store sent an event without its position');
  return position;
};

/** From the client's form; throws UnknownEventType. Revisions of one stream stay far below 2^53. */
export const toRecorded = (event: RecordedEvent | AllStreamRecordedEvent): Recorded => {
  const metadata = event.metadata as Metadata | undefined;
  const known = upcast(event.type, metadata?.schemaVersion ?? 1, event.data);
  return {
    type: known.type,
    data: known.data,
    id: event.id,
    stream: event.streamId,
    revision: Number(event.revision),
    position: positionOf(event.position),
    metadata,
  } as Recorded;
};
