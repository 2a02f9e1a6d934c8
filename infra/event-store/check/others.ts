import { partsOfStream } from '../../../aggregates/stream';
import { isSystemStream } from '../writable';
import { call, STATUS } from './call';
import { type Finding, fault, notChecked, ok, warning } from './finding';
import { decodeReadAnswer, type RecordedEvent } from './messages';
import { lastOfAll, type Visitor } from './rights';

/** Seen at most; their bytes and the time are bounded too. */
const MOST_EVENTS = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const NAMES_TOLD = 3;

const READ = '/event_store.client.streams.Streams/Read';

interface Seen {
  events: number;
  bytes: number;
  foreign: number;
  readonly foreignCategories: Set<string>;
  /** Streams of ours that hold what the ledger never writes, or were deleted or truncated. */
  readonly harmed: Set<string>;
}

const METADATA_STREAM = '$$';
const TOMBSTONE = '$streamDeleted';

const isOurs = (stream: string): boolean => partsOfStream(stream) !== null;

const hasOurMetadata = ({ customMetadata }: RecordedEvent): boolean => {
  try {
    const metadata: unknown = JSON.parse(Buffer.from(customMetadata).toString());
    return typeof metadata === 'object' && metadata !== null && '$correlationId' in metadata;
  } catch {
    return false;
  }
};

/** Names may hold other people's data: their first part tells enough. */
const categoryOf = (stream: string): string => stream.split('-', 1)[0]?.slice(0, 40) ?? '';

const consider = (seen: Seen, event: RecordedEvent): void => {
  const stream = Buffer.from(event.stream.name).toString();
  const about = stream.startsWith(METADATA_STREAM) ? stream.slice(METADATA_STREAM.length) : stream;
  if (isOurs(about)) {
    const isHarm = about !== stream || event.metadata['type'] === TOMBSTONE || !hasOurMetadata(event);
    if (isHarm) seen.harmed.add(about);
  } else if (!isSystemStream(stream)) {
    seen.foreign += 1;
    seen.foreignCategories.add(categoryOf(stream));
  }
};

const listed = (names: ReadonlySet<string>): string => {
  const shown = [...names].slice(0, NAMES_TOLD).join(', ');
  return names.size > NAMES_TOLD ? `${shown} and others` : shown;
};

const judge = ({ events, foreign, foreignCategories, harmed }: Seen, isWhole: boolean): Finding => {
  const among = isWhole ? `the ${events} events of the store` : `the last ${events} events of the store`;
  if (harmed.size > 0) {
    const did = 'somebody else wrote into, deleted or truncated';
    return fault('others in the store', `${did} ${listed(harmed)}: take the right to write from everybody else`);
  }
  if (foreign === 0) return ok('others in the store', `none among ${among}`);
  const whose = `in streams such as ${listed(foreignCategories)}`;
  return warning(
    'others in the store',
    `${foreign} of ${among} are not the ledger's, ${whose}: they cost time to pass over`,
  );
};

/** Looks at the end of the log. */
export const countOthers = async (visitor: Visitor): Promise<Finding> => {
  const seen: Seen = { events: 0, bytes: 0, foreign: 0, foreignCategories: new Set(), harmed: new Set() };
  const answer = await call(visitor.session, {
    ...{ ...visitor, path: READ, message: lastOfAll(MOST_EVENTS), timeoutMs: TIMEOUT_MS },
    onMessage: (message) => {
      const event = decodeReadAnswer(message).event?.event;
      seen.bytes += message.length;
      if (event) {
        seen.events += 1;
        consider(seen, event);
      }
      return seen.bytes < MOST_BYTES;
    },
  });
  if (answer.status !== STATUS.ok && seen.events === 0) {
    return notChecked('others in the store', 'the end of $all could not be read');
  }
  const isWhole = answer.status === STATUS.ok && seen.events < MOST_EVENTS && seen.bytes < MOST_BYTES;
  return judge(seen, isWhole);
};
