import { createAppendQueue } from '../../../../packages/event-store/log/append-queue';
import type { AppendRequest } from '../../../../packages/event-store/log/append-request';
import { stored } from '../server/stored';
import { requestOf } from './requests';

const request = (stream: string, events = 1, sizeBytes = 10): AppendRequest =>
  requestOf(stream, { events: Array.from({ length: events }, (_, index) => stored(index + 1)), sizeBytes });

const limits = { queuedRequests: 4, queuedBytes: 10_000, callAppends: 3, callEvents: 3, callBytes: 1_000 };
const streamsOf = (requests: readonly AppendRequest[]): string[] => requests.map(({ stream }) => stream);
const filled = (...requests: readonly AppendRequest[]) => {
  const queue = createAppendQueue(limits);
  for (const one of requests) queue.add(one);
  return queue;
};

describe('the queue of appends', () => {
  it('is bounded in number and bytes, and has room again after a take', () => {
    const queue = createAppendQueue(limits);
    const added = ['a', 'b', 'c', 'd', 'e'].map((stream) => queue.add(request(stream)));
    expect(added).toEqual([true, true, true, true, false]);
    expect(queue.remove(() => true)).toHaveLength(4);
    expect([queue.add(request('a', 1, 9_000)), queue.add(request('b', 1, 900))]).toEqual([true, false]);
  });

  it('gives a call each stream once, and keeps the order of a stream', () => {
    const queue = filled(request('a', 1), request('b'), request('a', 2));
    expect(streamsOf(queue.take())).toEqual(['a', 'b']);
    expect(queue.take().map(({ events }) => events.length)).toEqual([2]);
  });

  it('gives a call at most the stated appends, events and bytes', () => {
    const byAppends = filled(...['a', 'b', 'c', 'd'].map((stream) => request(stream, 0)));
    expect([byAppends.take().length, byAppends.take().length]).toEqual([3, 1]);
    const byEvents = filled(request('a', 2), request('b', 2), request('c', 1));
    expect([streamsOf(byEvents.take()), streamsOf(byEvents.take())]).toEqual([['a'], ['b', 'c']]);
    const byBytes = filled(request('a', 1, 600), request('b', 1, 600));
    expect([streamsOf(byBytes.take()), streamsOf(byBytes.take())]).toEqual([['a'], ['b']]);
  });

  it('sends an append that exceeds the limit of a shared call in its own call', () => {
    const queue = filled(request('a', 9), request('b'));
    expect(streamsOf(queue.take())).toEqual(['a']);
  });
});
