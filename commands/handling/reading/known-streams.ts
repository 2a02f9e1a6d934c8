import type { Metadata } from '../../../aggregates/events';
import { createBoundedMap } from '../../timing/bounded-map';

export interface Known<State> {
  readonly state: State;
  /** Revision of the last known event; -1 when there is no stream. */
  readonly revision: number;
  /** Metadata of the stream's first event; undefined when there is no stream. */
  readonly opening: Metadata | undefined;
}

export interface KnownStreams {
  readonly find: (stream: string) => Known<unknown> | undefined;
  readonly keep: (stream: string, known: Known<unknown>) => void;
}

/** A deposit takes about 1 kB, an intent 2 kB. */
const KEPT_STREAMS = 10_000;

/** Possibly old, but never wrong: streams are append-only, and appends have an exact revision. */
export const createKnownStreams = (keptStreams = KEPT_STREAMS): KnownStreams => {
  const kept = createBoundedMap<Known<unknown>>(keptStreams);
  return {
    find: (stream) => kept.get(stream),
    // Picks fields, so that `events` is not stored.
    keep: (stream, { state, revision, opening }) => kept.set(stream, { state, revision, opening }),
  };
};
