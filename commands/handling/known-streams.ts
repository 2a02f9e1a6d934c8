import type { Metadata } from '../../aggregates/events';
import { createBoundedMap } from '../timing/bounded-map';

/** A stream up to an event. */
export interface Known<State> {
  readonly state: State;
  /** Of that event; -1 when there is no stream. */
  readonly revision: number;
  /** Of the stream's first event; undefined when there is no stream. */
  readonly opening: Metadata | undefined;
}

/** Streams as this process last knew them, for commands that decide by them first (`Request.recalls`). */
export interface KnownStreams {
  readonly find: (stream: string) => Known<unknown> | undefined;
  readonly keep: (stream: string, known: Known<unknown>) => void;
}

/** A deposit is about a kilobyte, an intent two. */
const KEPT_STREAMS = 10_000;

/** Those kept last. It cannot be wrong, only old: streams are append-only, and appends are at an exact revision. */
export const createKnownStreams = (keptStreams = KEPT_STREAMS): KnownStreams => {
  const kept = createBoundedMap<Known<unknown>>(keptStreams);
  return {
    find: (stream) => kept.get(stream),
    // Of what was handled no more than this: the events would be kept as well.
    keep: (stream, { state, revision, opening }) => kept.set(stream, { state, revision, opening }),
  };
};
