import { EventEmitter } from 'node:events';
import { START } from '../../../../aggregates/events';
import type { Connection } from '../../../../infra/event-store/client/connection';
import { openFeed } from '../../../../infra/event-store/client/feed';

const MEBIBYTE = 1024 * 1024;

/** A client's stream that has so many events of so many bytes ready. */
const streamOf = (events: number, bytes: number) => {
  const data = { text: 'x'.repeat(bytes) };
  const taken = { events: 0 };
  const read = (): object | null => {
    if (taken.events === events) return null;
    taken.events += 1;
    return { event: { data, position: START } };
  };
  const stream = Object.assign(new EventEmitter(), { read, unsubscribe: async () => undefined });
  return { stream, taken };
};

const feedOver = (stream: EventEmitter) => {
  const quiet = (): undefined => undefined;
  const connection = { client: () => ({ subscribeToAll: () => stream }), served: quiet, heard: quiet };
  return openFeed(connection as unknown as Connection, START, undefined);
};

describe('the buffer of a feed for a slow consumer', () => {
  it('is limited by bytes, also with few events', () => {
    const { stream, taken } = streamOf(2_000, 400_000);
    const feed = feedOver(stream);
    for (let time = 0; time < 3; time += 1) stream.emit('readable');
    expect(taken.events * 400_000).toBeLessThan(4 * MEBIBYTE + 400_000);
    expect(taken.events).toBeGreaterThan(5);
    feed.close();
  });

  it('takes every event from the client again, as room becomes free', () => {
    const { stream } = streamOf(50, MEBIBYTE);
    const feed = feedOver(stream);
    stream.emit('readable');
    const sizes: number[] = [];
    const came = (): number => sizes.reduce((all, size) => all + size, 0);
    for (let items = feed.take(500); items.length > 0; items = feed.take(500)) sizes.push(items.length);
    expect(came()).toBe(50);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
    feed.close();
  });
});
