import { type Position, START } from '../../../../aggregates/events';
import { LEDGER_STREAM } from '../../../../aggregates/ledger/ledger';
import { notOurs } from '../../../../aggregates/ours';
import { partsOfStream } from '../../../../aggregates/stream';
import type { VerbatimStore } from '../../../event-store/client/verbatim/verbatim-store';
import type { RawRecord } from '../../../event-store/judging';

/** True for an event of ours. Asked of each record of a log from its beginning: what began foreign stays foreign. */
export type IsMoved = (record: RawRecord) => boolean;

/** One log, read up to `after`. */
export interface Reading {
  readonly store: VerbatimStore;
  readonly isMoved: IsMoved;
  after: Position;
}

/** By its name. The stream that says whose the log is stays where it is. */
export const isMovable = (stream: string): boolean => partsOfStream(stream) !== null && stream !== LEDGER_STREAM;

const createIsMoved = (ledgerId: string): IsMoved => {
  const foreign = new Set<string>();
  return ({ stream, revision, metadata }) => {
    if (!isMovable(stream)) return false;
    const isOurs = notOurs(metadata, ledgerId) === null;
    if (revision === 0 && !isOurs) foreign.add(stream);
    return isOurs && !foreign.has(stream);
  };
};

export const readingOf = (store: VerbatimStore, ledgerId: string): Reading => ({
  ...{ store, isMoved: createIsMoved(ledgerId), after: START },
});

/** The events of ours behind `after`, in order. */
export async function* movedEvents({ store, isMoved, after }: Reading): AsyncGenerator<RawRecord, void> {
  for await (const record of store.readAll(after)) if (isMoved(record)) yield record;
}
