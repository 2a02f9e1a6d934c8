import type { Metadata } from '../../aggregates/events';
import { createBoundedMap } from '../timing/bounded-map';

/** A stream as this process last knew it. What has been appended since is read and folded on top. */
export interface Snapshot {
  /** Of the decider to whom the stream belongs. */
  readonly state: unknown;
  readonly revision: number;
  /** Of the stream's first event. */
  readonly opening: Metadata;
}

export interface Snapshots {
  readonly find: (stream: string) => Snapshot | undefined;
  readonly keep: (stream: string, snapshot: Snapshot) => void;
}

/** Shorter streams are read faster than anything could be remembered. */
const SHORTEST_REVISION = 50;
const KEPT_STREAMS = 1_000;

/**
 * Of long streams only, such as a partner's after years of changes: without it each command on them would read and fold
 * everything. It cannot be wrong, only old: streams are append-only, and appends are at an exact revision.
 */
export const createSnapshots = (keptStreams = KEPT_STREAMS): Snapshots => {
  const kept = createBoundedMap<Snapshot>(keptStreams);
  return {
    find: (stream) => kept.get(stream),
    keep: (stream, snapshot) => {
      if (snapshot.revision >= SHORTEST_REVISION) kept.set(stream, snapshot);
    },
  };
};
