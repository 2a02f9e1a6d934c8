import { isDeepStrictEqual } from 'node:util';
import { LEDGER_STREAM } from '../../../aggregates/ledger/ledger';
import type { VerbatimStore } from '../client/verbatim/verbatim-store';
import type { RawRecord } from '../judging';
import { exportedEvents, type VerifiedExport } from './export-file';
import { createLogHash } from './log-hash';
import { movedEvents } from './moved-events';
import type { MovedPlace } from './place-rows';
import { streamRuns } from './stream-runs';

type Target = Pick<VerbatimStore, 'readAll' | 'append' | 'readStream'>;

const BATCH = 500;

const AGAIN = 'Repeat the import into an empty store.';

export const mustBeEmpty = async (target: Target, ledgerId: string): Promise<void> => {
  const [opening] = await target.readStream(LEDGER_STREAM);
  if (opening !== undefined) throw new Error(`The store already has a ledger: ${opening.type}. ${AGAIN}`);
  for await (const { stream } of movedEvents(target, ledgerId)) {
    throw new Error(`The store has events of an interrupted import, such as ${stream}. ${AGAIN}`);
  }
};

/** Copies ids, order and revisions; one append after the other. */
export const copyEvents = async (target: Target, path: string, onCopied: (events: number) => void): Promise<void> => {
  let copied = 0;
  for await (const run of streamRuns(exportedEvents(path))) {
    await appendRun(target, run);
    copied += run.length;
    onCopied(copied);
  }
};

const appendRun = async (target: Target, run: readonly RawRecord[]): Promise<void> => {
  const [first] = run;
  if (first === undefined) return;
  const { stream, revision } = first;
  const result = await target.append(stream, revision === 0 ? 'no_stream' : revision - 1, run);
  if (result.outcome === 'appended' && result.revision === revision + run.length - 1) return;
  throw new Error(`The store rejected ${stream}@${revision} (${result.outcome}). ${AGAIN}`);
};

const nameOf = ({ stream, revision, id }: RawRecord): string => `${stream}@${revision} (${id})`;

const isSameEvent = (left: RawRecord, right: RawRecord): boolean =>
  left.id === right.id && left.stream === right.stream && left.revision === right.revision;

/** Places of each event in both. Rejects unless order, counts and hashes of all streams are equal. */
export async function* comparedPlaces(
  target: Target,
  path: string,
  { header, hash: expected }: VerifiedExport,
): AsyncGenerator<readonly MovedPlace[], void> {
  const found = createLogHash();
  const originals = exportedEvents(path);
  let places: MovedPlace[] = [];
  for await (const copy of movedEvents(target, header.ledgerId)) {
    const original = (await originals.next()).value ?? undefined;
    if (original === undefined || !isSameEvent(original, copy)) {
      throw new Error(`The store has ${nameOf(copy)}, but the file has another event there. ${AGAIN}`);
    }
    found.add(copy);
    const { id: eventId, stream, revision, position: from } = original;
    places.push({ eventId, stream, revision, from, to: copy.position });
    if (places.length < BATCH) continue;
    yield places;
    places = [];
  }
  yield places;
  mustBeSameStreams(expected.streams, found.streams);
}

type Streams = ReturnType<typeof createLogHash>['streams'];

const mustBeSameStreams = (expected: Streams, found: Streams): void => {
  for (const [stream, hash] of expected) {
    if (isDeepStrictEqual(found.get(stream), hash)) continue;
    throw new Error(`${stream} differs between store and file: count or hash differ. ${AGAIN}`);
  }
};
