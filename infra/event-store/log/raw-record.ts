import type { Position } from '../../../aggregates/events';
import type { StoredRecord } from '../../../commands/ports/event-store';
import type { NewEvent, StoredEvent } from '../../../packages/event-store/log/stored-event';
import type { RawRecord } from '../judging';

export const positionOf = (place: number): Position => {
  const commit = BigInt(place);
  return { commit, prepare: commit };
};

/** Parsed if the content is JSON, else unchanged. */
const parsed = (content: string | Buffer): unknown => {
  if (typeof content !== 'string') return content;
  if (content === '') return undefined;
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return content;
  }
};

export const rawOf = (event: StoredEvent): RawRecord => ({
  id: event.id,
  type: event.type,
  stream: event.stream,
  revision: event.revision,
  position: positionOf(event.position),
  data: event.isJson ? parsed(event.data) : event.data,
  metadata: parsed(event.metadata),
});

export const recordOf = ({ id, type, stream, revision, position }: StoredEvent): StoredRecord => ({
  ...{ id, type, stream, revision, position: positionOf(position) },
});

type Written = Pick<RawRecord, 'id' | 'type' | 'data' | 'metadata'>;

export const newEventOf = ({ id, type, data, metadata }: Written): NewEvent => ({
  ...{ id, type, isJson: true, data: JSON.stringify(data), metadata: JSON.stringify(metadata) },
});
