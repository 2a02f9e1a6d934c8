import { judge, type RawRecord } from '../../../event-store/judging';
import { isMovable } from './moved-events';

/** Of one stream with a name of ours. */
interface Seen {
  next: number;
  isForeign: boolean;
  isHarmed: boolean;
}

/** Finds what cannot be moved whole, in all records of a log from its beginning. */
export interface HarmedStreams {
  readonly see: (record: RawRecord) => void;
  /** Sorted; the first of them where there are many. */
  readonly names: () => readonly string[];
  /** Events of ours so far. */
  readonly count: () => number;
}

const METADATA_OF = '$$';
const MOST_NAMED = 100;

const firstSeen = (): Seen => ({ next: 0, isForeign: false, isHarmed: false });

/** Deletions, truncations and `$maxAge` stand in the `$$` stream; the mark of a tombstone is no event of ours. */
export const createHarmedStreams = (ledgerId: string): HarmedStreams => {
  const streams = new Map<string, Seen>();
  let count = 0;

  const follow = (seen: Seen, record: RawRecord): void => {
    const judged = judge(record, ledgerId);
    const { revision } = record;
    if (revision === 0 && 'strange' in judged && !judged.strange.isOurs) seen.isForeign = true;
    if (revision !== seen.next || 'strange' in judged) seen.isHarmed = true;
    seen.next = revision + 1;
    if (!seen.isForeign && 'event' in judged) count += 1;
  };

  const see = (record: RawRecord): void => {
    const { stream } = record;
    const about = stream.startsWith(METADATA_OF) ? stream.slice(METADATA_OF.length) : stream;
    if (!isMovable(about)) return;
    const seen = streams.get(about) ?? firstSeen();
    streams.set(about, seen);
    if (about === stream) follow(seen, record);
    else seen.isHarmed = true;
  };

  const names = (): readonly string[] =>
    [...streams]
      .filter(([, { isHarmed, isForeign }]) => isHarmed && !isForeign)
      .map(([name]) => name)
      .sort()
      .slice(0, MOST_NAMED);

  return { see, names, count: () => count };
};
