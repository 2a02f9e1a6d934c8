import { isDeepStrictEqual } from 'node:util';
import type { VerbatimStore } from '../../../event-store/client/verbatim/verbatim-store';
import type { RawRecord } from '../../../event-store/judging';
import { movedEvents, type Reading, readingOf } from './moved-events';

/** A move's two logs, each read up to the last of the `count` events that were found in both. */
export interface BothLogs {
  readonly source: Reading;
  readonly target: Reading;
  count: number;
}

/** One event in both logs. */
export interface Twins {
  readonly original: RawRecord;
  readonly copy: RawRecord;
}

export interface MovedBetween {
  readonly source: VerbatimStore;
  readonly target: VerbatimStore;
  readonly ledgerId: string;
}

export const fromTheStart = ({ source, target, ledgerId }: MovedBetween): BothLogs => ({
  source: readingOf(source, ledgerId),
  target: readingOf(target, ledgerId),
  count: 0,
});

/** The target holds something else than the source, or something more. */
const logsDiffer = (what: string): Error =>
  Object.assign(new Error(`The two logs differ: ${what}`), { name: 'LogsDiffer' });

export const isLogsDiffer = (error: unknown): boolean => error instanceof Error && error.name === 'LogsDiffer';

const nameOf = ({ stream, revision, id }: RawRecord): string => `${stream}@${revision} (${id})`;

const PARTS = ['stream', 'revision', 'id', 'type', 'data', 'metadata'] as const;

const mustBeTwins = (original: RawRecord | undefined, copy: RawRecord): Twins => {
  if (original === undefined) throw logsDiffer(`the source does not have the target's ${nameOf(copy)}`);
  const other = PARTS.find((part) => !isDeepStrictEqual(original[part], copy[part]));
  if (other === undefined) return { original, copy };
  throw logsDiffer(`the ${other} of the source's ${nameOf(original)} is not that of the target's ${nameOf(copy)}`);
};

/** Each event of ours in the target with its original. Rejects at the first that has none, or another one. */
export async function* inStep(logs: BothLogs): AsyncGenerator<Twins, void> {
  const { source, target } = logs;
  const originals = movedEvents(source);
  try {
    for await (const copy of movedEvents(target)) {
      const { value: original } = await originals.next();
      const twins = mustBeTwins(original ?? undefined, copy);
      source.after = twins.original.position;
      target.after = copy.position;
      logs.count += 1;
      yield twins;
    }
  } finally {
    await originals.return();
  }
}

/** The same, and rejects as well when the source has more. */
export async function* allInStep(logs: BothLogs): AsyncGenerator<Twins, void> {
  yield* inStep(logs);
  for await (const original of movedEvents(logs.source)) {
    throw logsDiffer(`the target does not have the source's ${nameOf(original)}`);
  }
}
