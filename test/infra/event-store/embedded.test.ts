import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { EventStoreDBClient, eventTypeFilter, jsonEvent, streamNameFilter } from '@eventstore/db-client';
import { START } from '../../../aggregates/events';
import { createIdentity } from '../../../infra/event-store/certificate';
import { connectEventStore } from '../../../infra/event-store/client';
import { closeClient } from '../../../infra/event-store/client-guards';
import { serverProgram, startServerProcess } from '../../../infra/event-store/server-process';
import { testDatabase } from '../../postgres';
import { type EmbeddedStore, openEmbeddedStore, query } from './embedded-store';
import { followStore } from './follower';
import { blockNumberOf, watermark, watermarks } from './watermarks';

const newStream = (): string => `watcher-${randomUUID()}`;

describe('the embedded event store', () => {
  let opened: EmbeddedStore;
  let client: EventStoreDBClient;

  beforeAll(async () => {
    opened = await openEmbeddedStore();
    client = EventStoreDBClient.connectionString(opened.embedded.connectionString);
  }, 30_000);
  afterAll(async () => {
    await closeClient(client);
    await opened.close();
  });

  const asTheOwner = (): { username: string; password: string } => {
    const { username, password } = new URL(opened.embedded.connectionString);
    return { username, password };
  };
  const strange = (type: string, data: Record<string, unknown> = {}) => jsonEvent({ type, data });

  it('refuses to forget: no delete, no tombstone, no stream metadata, no links', async () => {
    const stream = newStream();
    await opened.store.append(stream, 'no_stream', watermarks(0));
    const denied = { type: 'access-denied' };
    await expect(client.deleteStream(stream)).rejects.toMatchObject(denied);
    await expect(client.tombstoneStream(stream)).rejects.toMatchObject(denied);
    await expect(client.setStreamMetadata(stream, { truncateBefore: 1 })).rejects.toMatchObject(denied);
    await expect(client.appendToStream(stream, strange('$>'))).rejects.toMatchObject(denied);
    // Credentials of its own make the client use the other kind of append.
    const alone = { credentials: asTheOwner() };
    await expect(client.appendToStream(`$$${stream}`, strange('$metadata'), alone)).rejects.toMatchObject(denied);
    await expect(client.appendToStream(stream, strange('$>'), alone)).rejects.toMatchObject(denied);
    expect(await opened.store.readStream(stream)).toHaveLength(1);
  });

  it('asks for the password', async () => {
    const impostor = { username: 'lastro', password: 'guess' };
    const denied = { type: 'access-denied' };
    const append = client.appendToStream(newStream(), strange('Any'), { credentials: impostor });
    await expect(append).rejects.toMatchObject(denied);
    const url = opened.embedded.connectionString.replace(asTheOwner().password, 'guess');
    const store = connectEventStore({ connectionString: url });
    await expect(store.append(newStream(), 'no_stream', watermarks(0))).rejects.toMatchObject(denied);
    await expect(store.readStream('any')).rejects.toMatchObject(denied);
    await store.close();
  });

  it('refuses an append of more than 1 MiB as a whole, by either kind of append', async () => {
    const stream = newStream();
    const half = { text: 'x'.repeat(600_000) };
    const tooLarge = { type: 'maximum-append-size-exceeded', maxAppendSize: 1_048_576 };
    const events = [strange('Half', half), strange('Half', half)];
    await expect(client.appendToStream(stream, events)).rejects.toMatchObject(tooLarge);
    const alone = client.appendToStream(stream, events, { credentials: asTheOwner() });
    await expect(alone).rejects.toMatchObject(tooLarge);
    await expect(opened.store.append(stream, 'no_stream', [watermark('9'.repeat(1_100_000))])).rejects.toMatchObject(
      tooLarge,
    );
    expect(await opened.store.readStream(stream)).toEqual([]);
  });

  it('keeps what would poison the commit of others out of it', async () => {
    const stream = newStream();
    const refused = [
      client.appendToStream(`${stream}\u0000`, strange('Any')),
      client.appendToStream('x'.repeat(2_000), strange('Any')),
      client.appendToStream(stream, strange('Nul\u0000')),
      client.appendToStream(stream, { ...strange('Any'), id: 'not-a-uuid' }),
    ];
    await opened.store.append(stream, 'no_stream', watermarks(1));
    expect((await Promise.allSettled(refused)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect((await opened.store.readStream(stream)).map(blockNumberOf)).toEqual(['1']);
  });

  it('answers single appends with the same rules as batched ones', async () => {
    const stream = newStream();
    const alone = { credentials: asTheOwner() };
    const first = strange('First');
    const written = await client.appendToStream(stream, first, { ...alone, expectedRevision: 'no_stream' });
    expect(written).toMatchObject({ success: true, nextExpectedRevision: 0n });
    expect(await client.appendToStream(stream, first, { ...alone, expectedRevision: 'no_stream' })).toEqual(written);
    const wrong = client.appendToStream(stream, strange('Second'), { ...alone, expectedRevision: 'no_stream' });
    await expect(wrong).rejects.toMatchObject({ type: 'wrong-expected-version', actualVersion: 0n });
  });

  it('recognises a repetition without a revision by its ids', async () => {
    const stream = newStream();
    const [first, second, third] = [strange('First'), strange('Second'), strange('Third')];
    await expect(client.appendToStream(stream, first, { expectedRevision: 'stream_exists' })).rejects.toMatchObject({
      actualVersion: 'no_stream',
    });
    const written = await client.appendToStream(stream, [first, second]);
    expect(await client.appendToStream(stream, [first, second])).toEqual(written);
    await expect(client.appendToStream(stream, [second, third])).rejects.toMatchObject({ actualVersion: 1n });
    expect(await client.appendToStream(stream, third)).toMatchObject({ nextExpectedRevision: 2n });
  });

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

  it('never skips an event that this program does not know', async () => {
    const before = await opened.store.head();
    const stream = newStream();
    await opened.store.append(stream, 'no_stream', watermarks(1));
    await client.appendToStream(stream, strange('InventedLater'));
    await opened.store.append(stream, 1, watermarks(3));
    const unknown = { name: 'UnknownEventType', eventType: 'InventedLater' };
    await expect(opened.store.readStream(stream)).rejects.toMatchObject(unknown);
    const readEverything = async (): Promise<void> => {
      for await (const event of opened.store.readAll(before)) expect(blockNumberOf(event)).toBe('1');
    };
    await expect(readEverything()).rejects.toMatchObject(unknown);
    const follower = followStore(opened.store, before);
    await follower.until(() => follower.drops.length > 1);
    expect(follower.drops[0]).toContain('InventedLater');
    expect(follower.events.map(blockNumberOf)).toEqual(['1']);
    await follower.stop();
  });

  it('refuses a second server on the same database', async () => {
    const settings = {
      databaseUrl: opened.databaseUrl,
      port: 0,
      user: 'x',
      password: 'y',
      lockWaitMs: 0,
      ...createIdentity(),
    };
    await expect(startServerProcess(settings, opened.logger)).rejects.toThrow(
      'Another event store server writes to this database',
    );
  });
});

describe('the embedded event store in trouble', () => {
  let opened: EmbeddedStore;

  beforeEach(async () => {
    opened = await openEmbeddedStore({ deadlineMs: 1_500, silenceMs: 500 });
  }, 30_000);
  afterEach(() => opened.close());

  it('answers `unknown` in time when it is frozen, and a repetition settles it', async () => {
    const { store, embedded } = opened;
    const stream = newStream();
    await store.append(stream, 'no_stream', watermarks(0));
    const proposed = watermarks(1, 2);
    process.kill(embedded.pid(), 'SIGSTOP');
    const frozen = await store.append(stream, 0, proposed);
    await expect(store.readStream(stream)).rejects.toThrow('sent nothing for 1500 ms');
    process.kill(embedded.pid(), 'SIGCONT');
    expect(frozen.outcome).toBe('unknown');
    expect(await store.append(stream, 0, proposed)).toMatchObject({ outcome: 'appended', revision: 2 });
    expect((await store.readStream(stream)).map(blockNumberOf)).toEqual(['0', '1', '2']);
  }, 20_000);

  it('goes on with its subscriptions after it was killed', async () => {
    const { store, embedded } = opened;
    const [stream, other] = [newStream(), newStream()];
    const followers = [followStore(store, START), followStore(store, START, { streamPrefixes: [stream] })];
    await store.append(stream, 'no_stream', watermarks(0, 1));
    await Promise.all(followers.map((one) => one.untilEvents(2)));
    process.kill(embedded.pid(), 'SIGKILL');
    await Promise.all(followers.map((one) => one.until(() => one.drops.length > 0)));
    const append = async (name: string, revision: number | 'no_stream', event = watermark(2)): Promise<void> => {
      const result = await store.append(name, revision, [event]).catch(() => ({ outcome: 'unknown' }));
      if (result.outcome === 'unknown') await append(name, revision, event);
      else expect(result.outcome).toBe('appended');
    };
    await append(other, 'no_stream');
    await append(stream, 1);
    await Promise.all([followers[0]!.untilEvents(4), followers[1]!.untilEvents(3)]);
    expect(followers[0]!.events.map(({ position }) => position.commit)).toEqual([1n, 2n, 3n, 4n]);
    expect(followers[1]!.events.map(blockNumberOf)).toEqual(['0', '1', '2']);
    await Promise.all(followers.map(({ stop }) => stop()));
  }, 20_000);

  it('does not disturb another connection of the same process when it dies', async () => {
    const other = await openEmbeddedStore();
    let written = 0;
    let enough = (): void => undefined;
    const writing = new Promise<void>((resolve) => void (enough = resolve));
    const write = async (writer: number): Promise<void> => {
      for (let index = 0; index < 60; index += 1) {
        const store = writer % 2 === 0 ? other.store : opened.store;
        const { outcome } = await store.append(newStream(), 'no_stream', watermarks(index));
        expect(outcome === 'appended' || writer % 2 === 1).toBe(true);
        written += 1;
        if (written === 500) enough();
      }
    };
    const writers = Promise.all(Array.from({ length: 64 }, (_, writer) => write(writer)));
    await writing;
    process.kill(opened.embedded.pid(), 'SIGKILL');
    await writers;
    await other.close();
  }, 30_000);

  it('wakes up a subscription that fell silent because the server froze', async () => {
    const { store, embedded } = opened;
    const follower = followStore(store, START);
    await follower.until(() => follower.caughtUp() > 0);
    process.kill(embedded.pid(), 'SIGSTOP');
    await follower.until(() => follower.drops.length > 0);
    process.kill(embedded.pid(), 'SIGCONT');
    await store.append(newStream(), 'no_stream', watermarks(5));
    await follower.untilEvents(1);
    expect(follower.events.map(blockNumberOf)).toEqual(['5']);
    await follower.stop();
  }, 20_000);

  it('makes its database connections again when they are cut, and loses nothing', async () => {
    const { store, databaseUrl } = opened;
    const follower = followStore(store, START);
    const cut = `SELECT count(pg_terminate_backend(pid))::int AS cut FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'event-store-%'`;
    let acknowledged = 0;
    const cuts: Promise<{ cut: number }[]>[] = [];
    const write = async (writer: number): Promise<void> => {
      for (let revision = -1; revision < 39; ) {
        const event = watermark(revision);
        let outcome = '';
        while (outcome !== 'appended') {
          const expected = revision === -1 ? 'no_stream' : revision;
          ({ outcome } = await store.append(`w-${writer}`, expected, [event]).catch(() => ({ outcome: 'away' })));
          expect(outcome).not.toBe('wrong_revision');
        }
        revision += 1;
        acknowledged += 1;
        if (acknowledged % 150 === 0) cuts.push(query<{ cut: number }>(databaseUrl, cut));
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
    const counts = (await Promise.all(cuts)).map(([row]) => row?.cut ?? 0);
    expect(Math.max(...counts)).toBeGreaterThan(0);
    await follower.untilEvents(640);
    expect(follower.events.map(({ position }) => position.commit)).toEqual(
      Array.from({ length: 640 }, (_, index) => BigInt(index + 1)),
    );
    await follower.stop();
  }, 30_000);
});

describe('the embedded event store and its parent', () => {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  it('does not outlive it', async () => {
    const database = await testDatabase();
    const settings = {
      databaseUrl: database.url,
      port: 0,
      user: 'x',
      password: 'y',
      lockWaitMs: 0,
      ...createIdentity(),
    };
    const script = `const child = require('node:child_process').spawn(process.execPath, [${JSON.stringify(serverProgram())}]);
      child.stdin.write(${JSON.stringify(JSON.stringify(settings))} + '\\n');
      child.stdout.pipe(process.stdout);`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(parent);
    await new Promise((resolve) => createInterface({ input: parent.stdout }).once('line', resolve));
    parent.kill('SIGKILL');
    // Only when the orphan is gone is the database's lock free.
    const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
    const successor = await startServerProcess({ ...settings, lockWaitMs: 10_000 }, logger);
    successor.signal('SIGTERM');
    expect(await successor.ended).toBe('exit code 0');
    await database.drop();
  }, 20_000);
});
