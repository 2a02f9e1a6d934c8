import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { RawRecord } from '../judging';

export interface StreamHash {
  readonly count: number;
  /** SHA-256 in hex, chained from event to event. */
  readonly hash: string;
}

export interface LogHash {
  readonly add: (event: Omit<RawRecord, 'position'>) => void;
  readonly streams: ReadonlyMap<string, StreamHash>;
  /** Events in all streams, and a hash over the streams by name. */
  readonly total: () => StreamHash;
}

const NONE: StreamHash = { count: 0, hash: '' };

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** RFC 8785 sorts the keys, so a store that prints JSON again has the same hash. */
const textOf = ({ id, revision, type, data, metadata }: Omit<RawRecord, 'position'>): string =>
  canonicalize([id, revision, type, data, metadata]) ?? '';

export const createLogHash = (): LogHash => {
  const streams = new Map<string, StreamHash>();
  return {
    streams,
    add: (event) => {
      const { count, hash } = streams.get(event.stream) ?? NONE;
      streams.set(event.stream, { count: count + 1, hash: sha256(hash + textOf(event)) });
    },
    total: () => {
      const sorted = [...streams].sort(([left], [right]) => (left < right ? -1 : 1));
      const count = sorted.reduce((sum, [, stream]) => sum + stream.count, 0);
      return { count, hash: sha256(sorted.map(([name, { hash }]) => JSON.stringify([name, hash])).join('\n')) };
    },
  };
};
