import type { Position } from '../../../aggregates/events';
import type { StoredRecord } from '../../../commands/ports/event-store';
import type { NewEvent, StoredEvent } from '../../../packages/event-store/log/stored-event';
import type { RawRecord } from '../judging';

export const positionOf = (place: number): Position => {
  const commit = BigInt(place);
  return { commit, prepare: commit };
};

/** JSON where it is, and as it stands where it is not. */
const parsed = (content: string | Buffer): unknown => {
  if (typeof content !== 'string') return content;
  if (content === '') return undefined;
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return content;
  }
};

export const rawOf = ({ id, type, stream, revision, position, isJson, data, metadata }: StoredEvent): RawRecord => ({
  ...{ id, type, stream, revision, position: positionOf(position) },
  data: isJson ? parsed(data) : data,
  metadata: parsed(metadata),
});

export const recordOf = ({ id, type, stream, revision, position }: StoredEvent): StoredRecord => ({
  ...{ id, type, stream, revision, position: positionOf(position) },
});

type Written = Pick<RawRecord, 'id' | 'type' | 'data' | 'metadata'>;

export const newEventOf = ({ id, type, data, metadata }: Written): NewEvent => ({
  ...{ id, type, isJson: true, data: JSON.stringify(data), metadata: JSON.stringify(metadata) },
});
