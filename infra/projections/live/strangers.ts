import { isStreamFault } from '../../../aggregates/stream-fault';
import type { EventStore, StrangeRecord } from '../../../commands/ports/event-store';
import { createBoundedMap } from '../../../commands/timing/bounded-map';
import type { Fault } from '../faulty/faults';

/** Separates faults in our streams from records of foreign writers in their own streams. */
export interface Strangers {
  /** Records that park a stream; the others are foreign, and counted. Rejects while the store does not answer. */
  readonly faultsAmong: (records: readonly StrangeRecord[]) => Promise<readonly Fault[]>;
  /** True for a stream that is remembered as foreign. */
  readonly isForeign: (stream: string) => boolean;
}

const METADATA_OF = '$$';
const STREAM_DELETED = '$streamDeleted';
/** The owner of a stream is read once; a dropped answer is read again. */
const REMEMBERED_STREAMS = 100_000;

type Whose = 'FOREIGN' | 'OURS';

/** A deletion or a truncation, which does not show the owner of the stream. */
const isAboutWhole = ({ stream, type }: StrangeRecord): boolean =>
  stream.startsWith(METADATA_OF) || type === STREAM_DELETED;

const streamOf = ({ stream }: StrangeRecord): string =>
  stream.startsWith(METADATA_OF) ? stream.slice(METADATA_OF.length) : stream;

const faultOf = (record: StrangeRecord): Fault => {
  const { id, type, position, why } = record;
  const isWhole = isAboutWhole(record);
  const error = isWhole ? `somebody deleted it, or may have truncated it: ${type} in ${record.stream}` : why;
  return { stream: streamOf(record), revision: isWhole ? null : record.revision, id, type, position, error };
};

/** A stream of which nothing can be read any more may have been ours. */
const whoseIs = async (eventStore: Pick<EventStore, 'readStream'>, stream: string): Promise<Whose> => {
  try {
    await eventStore.readStream(stream);
  } catch (error) {
    if (!isStreamFault(error)) throw error;
    if (error.fault === 'FOREIGN') return 'FOREIGN';
  }
  return 'OURS';
};

export const createStrangers = (
  eventStore: Pick<EventStore, 'readStream'>,
  onForeign: (records: number) => void,
): Strangers => {
  const known = createBoundedMap<Whose>(REMEMBERED_STREAMS);

  const whose = async (record: StrangeRecord): Promise<Whose> => {
    const stream = streamOf(record);
    const isBeginning = record.revision === 0 && !isAboutWhole(record);
    const found = known.get(stream) ?? (isBeginning ? whoseBeginning(record) : await whoseIs(eventStore, stream));
    known.set(stream, found);
    return found;
  };

  return {
    faultsAmong: async (records) => {
      const faults: Fault[] = [];
      for (const record of records) if ((await whose(record)) === 'OURS') faults.push(faultOf(record));
      if (faults.length < records.length) onForeign(records.length - faults.length);
      return faults;
    },
    isForeign: (stream) => known.get(stream) === 'FOREIGN',
  };
};

const whoseBeginning = ({ isOurs }: StrangeRecord): Whose => (isOurs ? 'OURS' : 'FOREIGN');
