import { isAfter, type Position } from '../../../aggregates/events';
import type { StoredRecord, StreamBeginning } from '../../ports/event-store';
import type { ConsideredEvent } from '../../ports/pair';

export interface Absence {
  readonly head: Position;
  readonly own: StreamBeginning;
  /** The stream's `$$` stream, which records a deletion or truncation. */
  readonly metadata: StreamBeginning;
}

/** `record`: the first record at the event's position or after it. */
export const isInPlace = ({ stream, revision, id, position }: ConsideredEvent, record: StoredRecord | null): boolean =>
  record !== null &&
  record.stream === stream &&
  record.revision === revision &&
  record.id === id &&
  record.position.commit === position.commit &&
  record.position.prepare === position.prepare;

/** A deleted or truncated stream explains the absence. A log that ends before the event is an older log. */
export const isStreamToBlame = ({ position }: ConsideredEvent, { head, own, metadata }: Absence): boolean => {
  if (isAfter(position, head)) return false;
  return own.is === 'GONE' || (own.is === 'FROM' && own.revision > 0) || metadata.is !== 'NONE';
};

export const lastOfOurs = (
  records: readonly StoredRecord[],
  streamPrefixes: readonly string[],
): ConsideredEvent | null => {
  const found = records.find(
    ({ stream, type }) => !type.startsWith('$') && streamPrefixes.some((prefix) => stream.startsWith(prefix)),
  );
  if (found === undefined) return null;
  const { stream, revision, id, position } = found;
  return { stream, revision, id, position };
};
