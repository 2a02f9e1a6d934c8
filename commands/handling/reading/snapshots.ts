import type { Metadata } from '../../../aggregates/events';
import { createBoundedMap } from '../../timing/bounded-map';

export interface Snapshot {
  readonly state: unknown;
  readonly revision: number;
  readonly opening: Metadata;
}

export interface Snapshots {
  readonly find: (stream: string) => Snapshot | undefined;
  readonly keep: (stream: string, snapshot: Snapshot) => void;
}

/** Shorter streams are read whole quickly enough. */
const SHORTEST_REVISION = 50;
const KEPT_STREAMS = 1_000;

/** Keeps only long streams. May be old, never wrong: appends name an exact revision. */
export const createSnapshots = (keptStreams = KEPT_STREAMS): Snapshots => {
  const kept = createBoundedMap<Snapshot>(keptStreams);
  return {
    find: (stream) => kept.get(stream),
    keep: (stream, snapshot) => {
      if (snapshot.revision >= SHORTEST_REVISION) kept.set(stream, snapshot);
    },
  };
};
