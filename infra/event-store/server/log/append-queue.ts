import type { AppendRequest } from './append-request';
import { RECORD_BYTES } from './stored-event';

/** Appends awaiting their commit, bounded in number and bytes. */
export interface AppendQueue {
  /** False when the queue is full. */
  readonly add: (request: AppendRequest) => boolean;
  /** The next commit's requests in order, without streams that are not `ready`. */
  readonly take: (ready: (stream: string) => boolean) => AppendRequest[];
  readonly remove: (matches: (request: AppendRequest) => boolean) => AppendRequest[];
}

export interface QueueLimits {
  readonly queuedRequests: number;
  readonly queuedBytes: number;
  readonly commitEvents: number;
  readonly commitBytes: number;
}

const REQUEST_BYTES = 200;

/** Many small events take more memory than their content. */
const memoryBytesOf = ({ sizeBytes, events }: AppendRequest): number =>
  REQUEST_BYTES + sizeBytes + RECORD_BYTES * events.length;

export const createAppendQueue = (limits: QueueLimits): AppendQueue => {
  let queue: AppendRequest[] = [];
  let queuedBytes = 0;

  const add = (request: AppendRequest): boolean => {
    const sizeBytes = memoryBytesOf(request);
    if (queue.length >= limits.queuedRequests || queuedBytes + sizeBytes > limits.queuedBytes) return false;
    queue.push(request);
    queuedBytes += sizeBytes;
    return true;
  };

  const remove = (matches: (request: AppendRequest) => boolean): AppendRequest[] => {
    const taken: AppendRequest[] = [];
    const left: AppendRequest[] = [];
    for (const request of queue) (matches(request) ? taken : left).push(request);
    queue = left;
    for (const request of taken) queuedBytes -= memoryBytesOf(request);
    return taken;
  };

  const take = (ready: (stream: string) => boolean): AppendRequest[] => {
    let events = 0;
    let bytes = 0;
    let full = false;
    return remove((request) => {
      if (full || !ready(request.stream)) return false;
      // Once full, later requests wait too: a stream's appends keep their order.
      full = events > 0 && (events + request.events.length > limits.commitEvents || bytes > limits.commitBytes);
      if (full) return false;
      events += request.events.length;
      bytes += request.sizeBytes;
      return true;
    });
  };

  return { add, take, remove };
};
