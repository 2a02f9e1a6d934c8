import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, eventTypeFilter, jsonEvent, streamNameFilter } from '@eventstore/db-client';
import { type GuardedClient, guardClient } from '../../../infra/event-store/client-guards';
import { type EmbeddedStore, openEmbeddedStore } from './embedded-store';

const newStream = (): string => `watcher-${randomUUID()}`;

describe('the embedded event store, read by the official client', () => {
  let opened: EmbeddedStore;
  let guarded: GuardedClient;
  let client: EventStoreDBClient;

  beforeAll(async () => {
    opened = await openEmbeddedStore();
    guarded = guardClient(EventStoreDBClient.connectionString(opened.embedded.connectionString));
    client = guarded.client;
  }, 30_000);
  afterAll(async () => {
    await guarded.close();
    await opened.close();
  });

  const strange = (type: string, data: Record<string, unknown> = {}) => jsonEvent({ type, data });

  it('keeps bytes that are not text as they are', async () => {
    const stream = newStream();
    const data = Buffer.from([0, 255, 1, 254]);
    const event = { id: randomUUID(), type: 'Bytes', contentType: 'application/octet-stream', data } as const;
    await client.appendToStream(stream, { ...event, metadata: { accented: 'ação', nul: '\u0000' } });
    for await (const { event: read } of client.readStream(stream)) {
      expect(Buffer.from(read!.data as Uint8Array)).toEqual(data);
      expect(read!.metadata).toEqual({ accented: 'ação', nul: '\u0000' });
    }
  });

  it('reads backwards, from the middle and by count', async () => {
    const stream = newStream();
    await client.appendToStream(
      stream,
      Array.from({ length: 5 }, (_, index) => strange('N', { index })),
    );
    const indexes = async (read: AsyncIterable<{ event?: { data: unknown } }>): Promise<unknown[]> => {
      const seen: unknown[] = [];
      for await (const { event } of read) seen.push((event!.data as { index: number }).index);
      return seen;
    };
    expect(await indexes(client.readStream(stream, { direction: 'backwards', fromRevision: 'end' }))).toEqual([
      4, 3, 2, 1, 0,
    ]);
    expect(await indexes(client.readStream(stream, { direction: 'backwards', fromRevision: 2n, maxCount: 2 }))).toEqual(
      [2, 1],
    );
    expect(await indexes(client.readStream(stream, { fromRevision: 3n }))).toEqual([3, 4]);
    expect(await indexes(client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 2 }))).toEqual([4, 3]);
  });

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

  it('follows one stream from a revision on', async () => {
    const stream = newStream();
    await client.appendToStream(stream, [strange('Zero'), strange('One')]);
    const subscription = client.subscribeToStream(stream, { fromRevision: 0n });
    const types: string[] = [];
    subscription.on('data', ({ event }) => types.push(event!.type));
    await new Promise((resolve) => subscription.once('caughtUp', resolve));
    await client.appendToStream(newStream(), strange('Elsewhere'));
    await client.appendToStream(stream, strange('Two'));
    while (types.length < 2) await new Promise((resolve) => subscription.once('data', resolve));
    expect(types).toEqual(['One', 'Two']);
    await subscription.unsubscribe();
  });
});
