import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http2 from 'node:http2';
import path from 'node:path';
import tls from 'node:tls';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { connectEventStore } from '../../../../infra/event-store/client/client';
import { type GuardedClient, guardClient } from '../../../../infra/event-store/client/client-guards';
import { frame } from '../../../../packages/event-store/server/grpc/frames';
import { connectionStringOf, readIdentity } from '../../../../packages/event-store/server/identity';
import { startEventStoreServer } from '../../../../packages/event-store/server/server';
import { blockNumberOf, watermarks } from '../../../../packages/testing/src/contracts/event-store/watermarks';
import { openServedStore, type ServedStore } from '../../../integration/infra/event-store/served-store';

/** Protobuf by hand: a field that holds bytes, of less than 128 bytes. */
const field = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
};

const newStream = (): string => `watcher-${randomUUID()}`;

describe('our server', () => {
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

  const asTheOwner = (): { username: string; password: string } => {
    const { username, password } = new URL(opened.connectionString);
    return { username, password };
  };
  const strange = (type: string, data: Record<string, unknown> = {}) => jsonEvent({ type, data });

  it('refuses deletion, tombstones, stream metadata and links', async () => {
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

  it('requires the password', async () => {
    const impostor = { username: 'lastro', password: 'guess' };
    const denied = { type: 'access-denied' };
    const append = client.appendToStream(newStream(), strange('Any'), { credentials: impostor });
    await expect(append).rejects.toMatchObject(denied);
    const url = opened.connectionString.replace(asTheOwner().password, 'guess');
    const store = connectEventStore({ connectionString: url });
    await expect(store.append(newStream(), 'no_stream', watermarks(0))).rejects.toMatchObject(denied);
    await expect(store.readStream('any')).rejects.toMatchObject(denied);
    await store.close();
  });

  it('refuses an append of more than 1 MiB as a whole, in both kinds of append', async () => {
    const stream = newStream();
    const half = { text: 'x'.repeat(600_000) };
    const tooLarge = { type: 'maximum-append-size-exceeded', maxAppendSize: 1_048_576 };
    const events = [strange('Half', half), strange('Half', half)];
    await expect(client.appendToStream(stream, events)).rejects.toMatchObject(tooLarge);
    const alone = client.appendToStream(stream, events, { credentials: asTheOwner() });
    await expect(alone).rejects.toMatchObject(tooLarge);
    expect(await opened.store.readStream(stream)).toEqual([]);
  });

  it('keeps an invalid append out of the commit of others', async () => {
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

  it('writes nothing of an append whose connection is lost before its end', async () => {
    const stream = newStream();
    const { port } = new URL(opened.connectionString);
    const { username, password } = asTheOwner();
    const ca = fs.readFileSync(path.join(opened.dataDir, 'certificate.pem'));
    const socket = tls.connect({
      port: Number(port),
      host: '127.0.0.1',
      servername: 'localhost',
      ca,
      ALPNProtocols: ['h2'],
    });
    const session = http2.connect(`https://localhost:${port}`, { createConnection: () => socket });
    const call = session.request({
      ':method': 'POST',
      ':path': '/event_store.client.streams.Streams/Append',
      'content-type': 'application/grpc',
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    });
    const closed = new Promise((resolve) => call.once('close', resolve));
    const entry = (key: string, value: string): Buffer =>
      field(0x12, field(0x0a, Buffer.from(key)), field(0x12, Buffer.from(value)));
    const options = field(0x0a, field(0x0a, field(0x1a, Buffer.from(stream))), field(0x1a));
    const id = field(0x0a, field(0x12, Buffer.from(randomUUID())));
    const event = field(0x12, id, entry('type', 'Half'), entry('content-type', 'x'));
    await new Promise((resolve) => call.write(Buffer.concat([frame(options), frame(event)]), resolve));
    socket.destroy();
    await closed;
    await opened.store.append(newStream(), 'no_stream', watermarks(0));
    expect(await opened.store.readStream(stream)).toEqual([]);
  });

  it('recognises a repetition without a revision by its event ids', async () => {
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

  it('works beside another server on the same database', async () => {
    const stream = newStream();
    const { databaseUrl, dataDir } = opened;
    const identity = readIdentity(dataDir);
    const other = await startEventStoreServer({ ...identity, databaseUrl, port: 0, warn: () => undefined });
    const store = connectEventStore({ connectionString: connectionStringOf(identity, other.port) });
    expect(await store.append(stream, 'no_stream', watermarks(1))).toMatchObject({ outcome: 'appended' });
    expect(await opened.store.append(stream, 0, watermarks(2))).toMatchObject({ outcome: 'appended', revision: 1 });
    expect((await store.readStream(stream)).map(blockNumberOf)).toEqual(['1', '2']);
    await store.close();
    await other.stop();
  });
});
