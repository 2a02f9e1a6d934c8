import type { Recorded } from '../../../aggregates/events';
import { heldBytes } from '../../event-store/held-bytes';
import type { ParkedStreams, Parking } from './parked';

export interface Fault extends Parking {
  readonly id: string;
  readonly type: string;
}

export type Queued = Recorded | Fault;

export const isFault = (queued: Queued): queued is Fault => 'error' in queued;

export type Batch = { readonly events: readonly Recorded[] } | { readonly faults: readonly Fault[] };

export const bytesOf = (queued: Queued): number => (isFault(queued) ? queued.error.length : heldBytes(queued.data));

export interface BatchLimits {
  readonly batchEvents: number;
  /** A single event may exceed this limit. */
  readonly batchBytes: number;
}

const withinLimits = (queue: readonly Queued[], { batchEvents, batchBytes }: BatchLimits): readonly Queued[] => {
  let [events, bytes] = [0, 0];
  while (events < Math.min(queue.length, batchEvents) && bytes < batchBytes) {
    bytes += bytesOf(queue[events]!);
    events += 1;
  }
  return queue.slice(0, events);
};

/** First run of the queue: events up to the next fault, or faults up to the next event. */
export const nextBatch = (queue: readonly Queued[], limits: BatchLimits): Batch => {
  const next = withinLimits(queue, limits);
  const [first] = next;
  const isFirst = first !== undefined && isFault(first);
  const end = next.findIndex((queued) => isFault(queued) !== isFirst);
  const run = end === -1 ? next : next.slice(0, end);
  return isFirst
    ? { faults: run.filter(isFault) }
    : { events: run.filter((queued): queued is Recorded => !isFault(queued)) };
};

export const hasRevision = (fault: Fault): fault is Fault & { readonly revision: number } => fault.revision !== null;

/** Parked streams after these faults (`now`), and the faults that change them (`isNew`). */
export const parkedAfter = (
  parked: ParkedStreams,
  faults: readonly Fault[],
): { readonly now: ParkedStreams; readonly isNew: readonly Fault[] } => {
  const now = new Map(parked);
  const isNew = faults.filter(({ stream, revision, position }) => {
    const known = now.get(stream);
    if (known?.isClosed === true) return false;
    if (known !== undefined && (revision !== null || known.revision === null)) return false;
    now.set(stream, { revision, position: known?.position ?? position });
    return true;
  });
  return { now, isNew };
};
