import { createAppendQueue } from '../../../../../infra/event-store/server/log/append-queue';
import type { AppendRequest } from '../../../../../infra/event-store/server/log/append-request';
import { stored } from '../stored';

const request = (stream: string, events = 1, sizeBytes = 10): AppendRequest => ({
  stream,
  expected: 0,
  events: Array.from({ length: events }, (_, index) => stored(index + 1)),
  sizeBytes,
  deadlineMs: Infinity,
  answer: () => undefined,
});

const limits = { queuedRequests: 4, queuedBytes: 10_000, commitEvents: 3, commitBytes: 1_000 };
const streamsOf = (requests: readonly AppendRequest[]): string[] => requests.map(({ stream }) => stream);

describe('the queue of appends', () => {
  it('is bounded in number and bytes, and has room again once taken', () => {
    const queue = createAppendQueue(limits);
    expect(['a', 'b', 'c', 'd', 'e'].map((stream) => queue.add(request(stream)))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(queue.remove(() => true)).toHaveLength(4);
    expect([queue.add(request('a', 1, 9_000)), queue.add(request('b', 1, 900))]).toEqual([true, false]);
  });

  it('gives a commit its share, in order, without streams that are not ready', () => {
    const queue = createAppendQueue(limits);
    for (const one of [request('a'), request('b'), request('a', 2), request('c')]) queue.add(one);
    const ready = (stream: string): boolean => stream !== 'b';
    expect(streamsOf(queue.take(ready))).toEqual(['a', 'a']);
    expect(streamsOf(queue.take(ready))).toEqual(['c']);
    expect(streamsOf(queue.take(() => true))).toEqual(['b']);
  });

  it('takes an append that is larger than a commit alone', () => {
    const queue = createAppendQueue(limits);
    queue.add(request('a', 9));
    queue.add(request('b'));
    expect(streamsOf(queue.take(() => true))).toEqual(['a']);
  });
});
