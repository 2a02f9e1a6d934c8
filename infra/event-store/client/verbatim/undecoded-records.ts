import { type AllStreamRecordedEvent, BACKWARDS, type ReadAllOptions, type RecordedEvent } from '@eventstore/db-client';
import type { Position } from '../../../../aggregates/events';
import type { EventStore, StoredRecord, StreamBeginning } from '../../../../commands/ports/event-store';
import { isInsideRecord, isStreamDeleted, isStreamNotFound } from '../client-errors';
import type { Connection } from '../connection';
import { clientPosition } from '../feed';
import { type Listening, pull } from '../pull';
import { patiently } from '../reading';

const recordOf = ({ streamId, revision, id, type, position }: AllStreamRecordedEvent): StoredRecord => ({
  ...{ stream: streamId, revision: Number(revision), id, type, position },
});

const readRecords = async (listening: Listening, options: ReadAllOptions): Promise<readonly StoredRecord[]> => {
  const records: StoredRecord[] = [];
  for await (const chunk of pull(listening.client.readAll(options), listening)) {
    for (const { event } of chunk) if (event !== undefined) records.push(recordOf(event));
  }
  return records;
};

const recordAt = (connection: Connection, position: Position, timeoutMs: number): Promise<StoredRecord | null> =>
  patiently(connection, timeoutMs, async (listening) => {
    try {
      const [record] = await readRecords(listening, { fromPosition: clientPosition(position), maxCount: 1 });
      return record ?? null;
    } catch (error) {
      if (isInsideRecord(error)) return null;
      throw error;
    }
  });

const firstOf = async (listening: Listening, stream: string): Promise<StreamBeginning> => {
  try {
    for await (const chunk of pull(listening.client.readStream(stream, { maxCount: 1 }), listening)) {
      const first: RecordedEvent | undefined = chunk[0]?.event;
      if (first !== undefined) return { is: 'FROM', revision: Number(first.revision) };
    }
    return { is: 'GONE' };
  } catch (error) {
    if (isStreamDeleted(error)) return { is: 'GONE' };
    if (isStreamNotFound(error)) return { is: 'NONE' };
    throw error;
  }
};

export const recordsOf = (
  connection: Connection,
  timeoutMs: number,
): Pick<EventStore, 'recordAt' | 'recordsBefore' | 'beginningOf'> => ({
  recordAt: (position) => recordAt(connection, position, timeoutMs),
  recordsBefore: (position, limit) =>
    patiently(connection, timeoutMs, (listening) =>
      readRecords(listening, { direction: BACKWARDS, fromPosition: clientPosition(position), maxCount: limit }),
    ),
  beginningOf: (stream) => patiently(connection, timeoutMs, (listening) => firstOf(listening, stream)),
});
