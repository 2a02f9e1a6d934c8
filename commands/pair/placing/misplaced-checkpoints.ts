import type { Position } from '../../../aggregates/events';
import { STREAM_PREFIXES } from '../../../aggregates/stream';
import type { EventStore, StoredRecord } from '../../ports/event-store';
import type { ConsideredEvent, MisplacedCheckpoint, PairCheckpoint } from '../../ports/pair';
import { isInPlace, isStreamToBlame, lastOfOurs } from './placement';

export type Records = Pick<EventStore, 'head' | 'recordAt' | 'recordsBefore' | 'beginningOf'>;

type Misplacement = Omit<MisplacedCheckpoint, 'projection'>;

/** Records per step backwards: many other records may follow an event of ours. */
const PAGE_RECORDS = 500;

/** Each event is read once, even if several checkpoints name it. Rejects when the store does not answer. */
export const misplacedCheckpoints = async (
  store: Records,
  checkpoints: readonly PairCheckpoint[],
  streamPrefixes: readonly string[] = STREAM_PREFIXES,
): Promise<readonly MisplacedCheckpoint[]> => {
  const named = checkpoints.flatMap(({ projection, considered }) =>
    typeof considered === 'string' ? [] : [{ projection, considered }],
  );
  const events = new Map(named.map(({ considered }) => [keyOf(considered), considered]));
  const asked = [...events].map(
    async ([key, considered]) => [key, await misplacement(store, considered, streamPrefixes)] as const,
  );
  const found = new Map(await Promise.all(asked));
  return named.flatMap(({ projection, considered }) => {
    const misplaced = found.get(keyOf(considered)) ?? null;
    return misplaced === null ? [] : [{ projection, ...misplaced }];
  });
};

const keyOf = ({ stream, revision, id, position }: ConsideredEvent): string =>
  [position.commit, position.prepare, revision, id, stream].join(' ');

const misplacement = async (
  store: Records,
  considered: ConsideredEvent,
  streamPrefixes: readonly string[],
): Promise<Misplacement | null> => {
  const record = await store.recordAt(considered.position);
  if (isInPlace(considered, record)) return null;
  const [head, own, metadata] = await Promise.all([
    store.head(),
    store.beginningOf(considered.stream),
    store.beginningOf(`$$${considered.stream}`),
  ]);
  const isStreamFaulty = isStreamToBlame(considered, { head, own, metadata });
  const before = isStreamFaulty ? await lastBefore(store, considered.position, streamPrefixes) : 'START';
  return { considered, found: record === null ? null : markOf(record), isStreamFaulty, before };
};

const markOf = ({ stream, revision, id }: StoredRecord): NonNullable<Misplacement['found']> => ({
  ...{ stream, revision, id },
});

const lastBefore = async (
  store: Records,
  position: Position,
  streamPrefixes: readonly string[],
): Promise<ConsideredEvent | 'START'> => {
  let from = position;
  for (;;) {
    const records = await store.recordsBefore(from, PAGE_RECORDS);
    const ours = lastOfOurs(records, streamPrefixes);
    if (ours !== null) return ours;
    const oldest = records.at(-1);
    if (oldest === undefined) return 'START';
    from = oldest.position;
  }
};
