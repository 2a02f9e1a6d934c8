import { type Position, START } from '../../../aggregates/events';
import { LEDGER_STREAM } from '../../../aggregates/ledger/ledger';
import { notOurs } from '../../../aggregates/ours';
import { partsOfStream } from '../../../aggregates/stream';
import type { VerbatimStore } from '../client/verbatim/verbatim-store';
import { isObject, type RawRecord } from '../judging';

const METADATA_OF = '$$';

/** The identity stream does not move: it names the ledger of its log. */
const isMovable = (stream: string): boolean => partsOfStream(stream) !== null && stream !== LEDGER_STREAM;

/** True for an event of this ledger. Give it each record of a log, from the first on: a foreign stream stays foreign. */
const createIsMoved = (ledgerId: string) => {
  const foreign = new Set<string>();
  return ({ stream, revision, metadata }: RawRecord): boolean => {
    if (!isMovable(stream)) return false;
    const isOurs = notOurs(metadata, ledgerId) === null;
    if (revision === 0 && !isOurs) foreign.add(stream);
    return isOurs && !foreign.has(stream);
  };
};

export async function* movedEvents(
  { readAll }: Pick<VerbatimStore, 'readAll'>,
  ledgerId: string,
  after: Position = START,
): AsyncGenerator<RawRecord, void> {
  const isMoved = createIsMoved(ledgerId);
  for await (const record of readAll(after)) if (isMoved(record)) yield record;
}

/** Streams of the ledger with foreign deletions, truncations or writes; sorted. They cannot be moved whole. */
export const harmedStreams = async (
  { readAll }: Pick<VerbatimStore, 'readAll'>,
  ledgerId: string,
): Promise<readonly string[]> => {
  const isMoved = createIsMoved(ledgerId);
  const next = new Map<string, number>();
  const [begun, harmed] = [new Set<string>(), new Set<string>()];
  for await (const record of readAll(START)) {
    const { stream, revision } = record;
    if (stream.startsWith(METADATA_OF)) harmed.add(stream.slice(METADATA_OF.length));
    if (!isMovable(stream)) continue;
    const isOurs = isMoved(record);
    if (isOurs) begun.add(stream);
    if (!isOurs || !isObject(record.data) || revision !== (next.get(stream) ?? 0)) harmed.add(stream);
    next.set(stream, revision + 1);
  }
  return [...harmed].filter((stream) => begun.has(stream)).sort();
};
