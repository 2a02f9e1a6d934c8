import type { AppendRequest } from './append-request';
import { RECORD_BYTES } from './stored-event';

/** Appends that wait for their call, bounded in number and bytes. */
export interface AppendQueue {
  /** False when the queue is full. */
  readonly add: (request: AppendRequest) => boolean;
  /** The next call's appends in order, each to another stream. */
  readonly take: () => AppendRequest[];
  readonly remove: (matches: (request: AppendRequest) => boolean) => AppendRequest[];
  readonly length: () => number;
}

export interface QueueLimits {
  readonly queuedRequests: number;
  readonly queuedBytes: number;
  readonly callAppends: number;
  readonly callEvents: number;
  readonly callBytes: number;
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

  const take = (): AppendRequest[] => {
    const streams = new Set<string>();
    let [events, bytes, isFull] = [0, 0, false];
    return remove((request) => {
      if (isFull || streams.has(request.stream)) return false;
      isFull =
        streams.size >= limits.callAppends ||
        (streams.size > 0 &&
          (events + request.events.length > limits.callEvents || bytes + request.sizeBytes > limits.callBytes));
      if (isFull) return false;
      streams.add(request.stream);
      events += request.events.length;
      bytes += request.sizeBytes;
      return true;
    });
  };

  return { add, take, remove, length: () => queue.length };
};
