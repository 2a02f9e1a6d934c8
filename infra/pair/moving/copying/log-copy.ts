import { START } from '../../../../aggregates/events';
import { LEDGER_STREAM } from '../../../../aggregates/ledger/ledger';
import type { TargetSays } from '../../../../commands/pair/moving/moving';
import type { IdentityEvent } from '../../../../commands/ports/pair';
import type { VerbatimStore } from '../../../event-store/client/verbatim/verbatim-store';
import { identityEventOf } from '../../identity-event';
import type { MovedPlace } from '../moved-place';
import { catchUp, copyRest } from './copy-rest';
import { createHarmedStreams } from './harmed-streams';
import { allInStep, type BothLogs, fromTheStart, isLogsDiffer, type MovedBetween } from './in-step';
import { createLogHash, type HashedLog } from './log-hash';

/** `total` is null until the source was counted, and out of date where it grows. */
export type OnProgress = (done: number, total: number | null) => void;

/**
 * The log's part of a move: every event of ours but the identity stream's. One sequence is written, one append at a
 * time, so that the target's events of ours are always the first ones of the source's. A new copy finds by that where
 * another was broken off. One call at a time; what reads rejects while a store is away.
 */
export interface LogCopy {
  /** `hasOthers`: the target's events of ours are not exactly the first of the source's, in order and by content. */
  readonly targetSays: () => Promise<TargetSays>;
  /** Streams in the source that are deleted, truncated, or hold what is not ours or not decodable; the first hundred. */
  readonly notWhole: () => Promise<readonly string[]>;
  /** Goes on where the target's events of ours end; answers how many there are then. Rejects where the logs differ. */
  readonly copy: (onProgress: OnProgress) => Promise<number>;
  /** In order. Rejects, naming the first difference, where the logs are not the same. */
  readonly places: () => AsyncIterable<readonly MovedPlace[]>;
  /** Rejects as `places` does. */
  readonly compare: (onProgress: OnProgress) => Promise<HashedLog>;
}

/** Places at once, and events between two reports. */
const BATCH = 500;

export const createLogCopy = (between: MovedBetween): LogCopy => {
  const { source, target, ledgerId } = between;
  // What was found the same is not read again: each step of a move is followed by another look.
  const known = fromTheStart(between);
  let total: number | null = null;

  const telling = (onProgress: OnProgress) => (done: number) =>
    onProgress(done, total === null ? null : Math.max(total, done));

  return {
    targetSays: async () => ({ opening: await openingOf(target), hasOthers: !(await isPrefix(known)) }),
    notWhole: async () => {
      const harmed = createHarmedStreams(ledgerId);
      for await (const record of source.readAll(START)) harmed.see(record);
      total = harmed.count();
      return harmed.names();
    },
    copy: async (onProgress) => {
      total = Math.max(total ?? 0, await copyRest(known, telling(onProgress)));
      return total;
    },
    places: () => placesIn(fromTheStart(between)),
    compare: (onProgress) => hashOf(fromTheStart(between), telling(onProgress)),
  };
};

const openingOf = async ({ readStream }: VerbatimStore): Promise<IdentityEvent | null> => {
  const [opening] = await readStream(LEDGER_STREAM);
  return opening === undefined ? null : identityEventOf(opening);
};

const isPrefix = async (logs: BothLogs): Promise<boolean> => {
  try {
    await catchUp(logs);
    return true;
  } catch (error) {
    if (!isLogsDiffer(error)) throw error;
    return false;
  }
};

async function* placesIn(logs: BothLogs): AsyncGenerator<readonly MovedPlace[], void> {
  let places: MovedPlace[] = [];
  for await (const { original, copy } of allInStep(logs)) {
    const { id: eventId, stream, revision, position: from } = original;
    places.push({ eventId, stream, revision, from, to: copy.position });
    if (places.length < BATCH) continue;
    yield places;
    places = [];
  }
  if (places.length > 0) yield places;
}

/** Of the copies, each found equal to its original. */
const hashOf = async (logs: BothLogs, onDone: (done: number) => void): Promise<HashedLog> => {
  const hash = createLogHash();
  for await (const { copy } of allInStep(logs)) {
    hash.add(copy);
    if (logs.count % BATCH === 0) onDone(logs.count);
  }
  onDone(logs.count);
  return hash.total();
};
