import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, eventTypeFilter, jsonEvent, streamNameFilter } from '@eventstore/db-client';
import { type GuardedClient, guardClient } from '../../../../infra/event-store/client/client-guards';
import { openServedStore, type ServedStore } from '../../../integration/infra/event-store/served-store';

const newStream = (): string => `watcher-${randomUUID()}`;

describe('our server, read by the official client', () => {
  let opened: ServedStore;
  let guarded: GuardedClient;
  let client: EventStoreDBClient;

  beforeAll(async () => {
    opened = await openServedStore();
    guarded = guardClient(EventStoreDBClient.connectionString(opened.connectionString));
    client = guarded.client;
  });
  afterAll(async () => {
    await guarded.close();
    await opened.close();
  });

  const strange = (type: string, data: Record<string, unknown> = {}) => jsonEvent({ type, data });

  it('filters by pattern in linear time', async () => {
    const stream = `${'a'.repeat(900)}-${randomUUID()}`;
    await client.appendToStream(stream, [strange('Seen'), strange('Unseen')]);
    const evil = client.subscribeToAll({ fromPosition: 'start', filter: streamNameFilter({ regex: '^(a+)+$' }) });
    const good = client.subscribeToAll({ fromPosition: 'start', filter: eventTypeFilter({ regex: '^S.*n$' }) });
    const caughtUp = new Promise((resolve) => evil.once('caughtUp', resolve));
    const seen = await new Promise<string>((resolve) => good.once('data', ({ event }) => resolve(event!.type)));
    await caughtUp;
    expect(seen).toBe('Seen');
    const broken = client.subscribeToAll({ filter: streamNameFilter({ regex: '(' }) });
    const error = await new Promise<Error>((resolve) => broken.once('error', resolve));
    expect(error.message).toContain('The pattern is not understood');
    await Promise.all([evil.unsubscribe(), good.unsubscribe()]);
  });

  describe('reads of events of 1 MB, of which four fit a page', () => {
    const TOTAL = 20;
    const range = Array.from({ length: TOTAL }, (_, index) => index);
    let stream: string;
    let ids: string[];

    beforeAll(async () => {
      stream = newStream();
      const events = range.map((index) =>
        strange(index % 10 === 9 ? 'Tenth' : 'Large', { text: 'x'.repeat(1_000_000) }),
      );
      ids = events.map(({ id }) => id);
      for (const event of events) await client.appendToStream(stream, event);
    });

    type Found = AsyncIterable<{ event?: { id: string; streamId: string } }>;

    const read = async (found: Found): Promise<string[]> => {
      const seen: string[] = [];
      for await (const { event } of found) if (event!.streamId === stream) seen.push(event!.id);
      return seen;
    };

    type Followed = ReturnType<EventStoreDBClient['subscribeToAll' | 'subscribeToStream']>;

    const follow = async (subscription: Followed, count: number): Promise<string[]> => {
      const seen: string[] = [];
      await new Promise<void>((resolve, reject) => {
        subscription.on('error', reject);
        subscription.on('data', ({ event }) => {
          if (event!.streamId === stream) seen.push(event!.id);
          if (seen.length === count) resolve();
        });
      });
      await subscription.unsubscribe();
      return seen;
    };

    it('returns all of them in both directions, by any count', async () => {
      const reversed = [...ids].reverse();
      for (const maxCount of [1, 5, TOTAL]) {
        const forwards = { maxCount };
        const backwards = { maxCount, direction: 'backwards' } as const;
        expect(await read(client.readStream(stream, forwards))).toEqual(ids.slice(0, maxCount));
        const stepped = client.readStream(stream, { ...backwards, fromRevision: 'end' });
        expect(await read(stepped)).toEqual(reversed.slice(0, maxCount));
        const newest = client.readAll({ ...backwards, fromPosition: 'end' });
        expect(await read(newest)).toEqual(reversed.slice(0, maxCount));
      }
      expect(await read(client.readAll())).toEqual(ids);
    });

    it('subscribes to all of them, to their stream, and to a tenth by prefix or pattern', async () => {
      expect(await follow(client.subscribeToAll({ fromPosition: 'start' }), TOTAL)).toEqual(ids);
      expect(await follow(client.subscribeToStream(stream), TOTAL)).toEqual(ids);
      const tenths = ids.filter((_, index) => index % 10 === 9);
      for (const filter of [eventTypeFilter({ prefixes: ['Tenth'] }), eventTypeFilter({ regex: '^Tenth$' })]) {
        const subscription = client.subscribeToAll({ fromPosition: 'start', filter });
        expect(await follow(subscription, tenths.length)).toEqual(tenths);
      }
    });
  });

  describe('reads of more than a page', () => {
    const PAGE = 1_000;
    const TOTAL = PAGE + 2;
    const counts = [1, PAGE, 2 * PAGE];
    const places = [0, 1, PAGE, TOTAL - 1, TOTAL + 5];
    let stream: string;
    let ids: string[];
    /** The position before the first of them: the log is dense, without other writers. */
    let offset: bigint;

    beforeAll(async () => {
      stream = newStream();
      const events = Array.from({ length: TOTAL }, (_, index) => strange('N', { index }));
      ids = events.map(({ id }) => id);
      const { position } = await client.appendToStream(stream, events);
      offset = position!.commit - BigInt(TOTAL);
    });

    const read = async (found: AsyncIterable<{ event?: { id: string; streamId: string } }>): Promise<string[]> => {
      const seen: string[] = [];
      for await (const { event } of found) if (event!.streamId === stream) seen.push(event!.id);
      return seen;
    };

    it('reads a stream from any revision in both directions, by any count', async () => {
      for (const place of places) {
        for (const maxCount of counts) {
          const options = { fromRevision: BigInt(place), maxCount };
          expect(await read(client.readStream(stream, options))).toEqual(ids.slice(place, place + maxCount));
          const backwards = ids.slice(Math.max(0, place + 1 - maxCount), place + 1).reverse();
          const clipped = place < TOTAL ? backwards : ids.slice(-maxCount).reverse();
          expect(await read(client.readStream(stream, { ...options, direction: 'backwards' }))).toEqual(clipped);
        }
      }
    });

    it('reads all events from any position in both directions, by any count', async () => {
      for (const place of places.filter((one) => one < TOTAL)) {
        for (const maxCount of counts) {
          const commit = offset + BigInt(place) + 1n;
          const options = { fromPosition: { commit, prepare: commit }, maxCount };
          expect(await read(client.readAll(options))).toEqual(ids.slice(place, place + maxCount));
          const backwards = ids.slice(Math.max(0, place - maxCount), place).reverse();
          expect(await read(client.readAll({ ...options, direction: 'backwards' }))).toEqual(backwards);
        }
      }
    });
  });
});
