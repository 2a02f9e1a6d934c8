import { type AppendRequest, NO_STREAM } from './append-request';

export interface Known {
  readonly revision: number;
  readonly position: number;
}

export type Decision =
  | { readonly kind: 'write' }
  | { readonly kind: 'wrong_revision'; readonly current: number }
  /** All events are in the log, the last one as `known`. */
  | { readonly kind: 'repeated'; readonly known: Known }
  /** A repetition when the log holds the same ids after the expected revision, else a conflict. */
  | { readonly kind: 'compare'; readonly current: number };

type KnownId = (id: string) => Known | undefined;

/** Without an exact revision, ids identify a repetition: all known, or none. */
const decideByIds = (request: AppendRequest, last: number, known: KnownId): Decision => {
  if (request.expected === 'stream_exists' && last === NO_STREAM) return { kind: 'wrong_revision', current: last };
  const found = request.events.map((event) => known(event.id));
  if (found[0] === undefined) return { kind: 'write' };
  const end = found.at(-1);
  return end !== undefined && found.every((place) => place !== undefined)
    ? { kind: 'repeated', known: end }
    : { kind: 'wrong_revision', current: last };
};

/** EventStoreDB's rules in order (design: event-store, section 4), without deleted streams. */
export const decide = (request: AppendRequest, last: number, known: KnownId): Decision => {
  const { expected, events } = request;
  if (typeof expected !== 'number') return decideByIds(request, last, known);
  if (expected === last) return { kind: 'write' };
  if (expected > last || events.length === 0) return { kind: 'wrong_revision', current: last };
  return { kind: 'compare', current: last };
};
