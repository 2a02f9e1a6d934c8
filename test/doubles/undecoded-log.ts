import { isAfter, START } from '../../aggregates/events';
import type { EventStore, StoredRecord, StreamBeginning } from '../../commands/ports/event-store';

type Undecoded = Pick<EventStore, 'recordAt' | 'recordsBefore' | 'beginningOf'>;

const recordOf = ({ stream, revision, id, type, position }: StoredRecord): StoredRecord => ({
  ...{ stream, revision, id, type, position },
});

/** The undecoded reads of a store over these records, which are in the order of the log. */
export const undecodedReads = (log: readonly StoredRecord[]): Undecoded => ({
  recordAt: async (position) => {
    const found = log.find((record) => !isAfter(position, record.position));
    return found === undefined ? null : recordOf(found);
  },
  recordsBefore: async (position, limit) =>
    log
      .filter((record) => isAfter(position, record.position))
      .slice(-limit)
      .reverse()
      .map(recordOf),
  beginningOf: async (stream) => {
    const first = log.find((record) => record.stream === stream);
    return first === undefined ? { is: 'NONE' } : { is: 'FROM', revision: first.revision };
  },
});

/** A log of records alone, with the streams in `gone` deleted for good. */
export const recordLog = (log: readonly StoredRecord[], gone: readonly string[] = []) => {
  const reads = undecodedReads(log);
  const beginningOf = async (stream: string): Promise<StreamBeginning> =>
    gone.includes(stream) ? { is: 'GONE' } : reads.beginningOf(stream);
  return { ...reads, beginningOf, head: async () => log.at(-1)?.position ?? START };
};
