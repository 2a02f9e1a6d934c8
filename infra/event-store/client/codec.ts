import {
  type AllStreamRecordedEvent,
  type Position as ClientPosition,
  type EventData,
  jsonEvent,
  type RecordedEvent,
} from '@eventstore/db-client';
import type { Position } from '../../../aggregates/events';
import type { RawRecord } from '../judging';

/** Written part of an event; the store adds its place. */
type EventContent = Pick<RawRecord, 'id' | 'type' | 'data' | 'metadata'>;

export const toEventData = ({ id, type, data, metadata }: EventContent): EventData =>
  jsonEvent({ id, type, data: data as never, metadata: metadata as never });

const positionOf = (position: ClientPosition | undefined): Position => {
  if (position === undefined) throw new Error('The event store sent an event without a position');
  return position;
};

/** Revisions of one stream stay far below 2^53, but for the mark of a deleted one. */
export const rawOf = (event: RecordedEvent | AllStreamRecordedEvent): RawRecord => ({
  id: event.id,
  type: event.type,
  stream: event.streamId,
  revision: Number(event.revision),
  position: positionOf(event.position),
  data: event.data,
  metadata: event.metadata,
});
