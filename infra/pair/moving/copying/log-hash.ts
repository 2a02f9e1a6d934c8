import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { RawRecord } from '../../../event-store/judging';

export interface HashedLog {
  readonly count: number;
  /** SHA-256, in hex. */
  readonly hash: string;
}

/** Gathers the hash of a log, event by event. */
export interface LogHash {
  readonly add: (event: RawRecord) => void;
  readonly total: () => HashedLog;
}

const sha256 = (...texts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text, 'utf8');
  return hash.digest('hex');
};

const textOf = ({ id, revision, type, data, metadata }: RawRecord): string =>
  canonicalize([id, revision, type, data, metadata]) ?? '';

/**
 * An event's text is `[id, revision, type, data, metadata]` as RFC 8785 writes JSON: keys sorted, no white space. So a
 * store that gives JSON back parsed and printed again hashes the same. A stream's hash is chained: that of the hash
 * before (none at first) and the event's text. The log's is that of `["stream","hash"]` and a line feed for each
 * stream, by names sorted by UTF-16 code units.
 */
export const createLogHash = (): LogHash => {
  const ofStreams = new Map<string, string>();
  let count = 0;
  return {
    add: (event) => {
      const before = ofStreams.get(event.stream) ?? '';
      ofStreams.set(event.stream, sha256(before, textOf(event)));
      count += 1;
    },
    total: () => {
      const names = [...ofStreams.keys()].sort();
      return { count, hash: sha256(...names.map((name) => `${JSON.stringify([name, ofStreams.get(name)])}\n`)) };
    },
  };
};
