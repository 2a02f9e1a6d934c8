import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { START } from '../../../../aggregates/events';
import { startEmbeddedEventStore } from '../../../../infra/event-store/embedded';
import { serverProgram, startServerProcess } from '../../../../infra/event-store/server-process';
import { createIdentity } from '../../../../packages/event-store/server/certificate';
import { followStore } from '../../../infra/event-store/contract/follower';
import { blockNumberOf, watermark, watermarks } from '../../../infra/event-store/contract/watermarks';
import { openServedStore, query, type ServedStore } from '../../../integration/infra/event-store/served-store';
import { testDatabase } from '../../../stores/postgres';

const newStream = (): string => `watcher-${randomUUID()}`;

describe('the embedded event store in trouble', () => {
  let opened: ServedStore;

  beforeEach(async () => {
    opened = await openServedStore({ deadlineMs: 1_500, silenceMs: 500 });
  });
  afterEach(() => opened.close());

  it('answers `unknown` in time when it is frozen, and a repetition settles it', async () => {
    const { store, embedded } = opened;
    const stream = newStream();
    await store.append(stream, 'no_stream', watermarks(0));
    const proposed = watermarks(1, 2);
    process.kill(embedded.pid(), 'SIGSTOP');
    const frozen = await store.append(stream, 0, proposed);
    await expect(store.readStream(stream)).rejects.toThrow('sent nothing');
    process.kill(embedded.pid(), 'SIGCONT');
    expect(frozen.outcome).toBe('unknown');
    expect(await store.append(stream, 0, proposed)).toMatchObject({ outcome: 'appended', revision: 2 });
    expect((await store.readStream(stream)).map(blockNumberOf)).toEqual(['0', '1', '2']);
  });

  it("does not end by the signals that a service manager sends to its parent's whole group", async () => {
    const { store, embedded } = opened;
    const [stream, pid] = [newStream(), embedded.pid()];
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.kill(pid, signal);
    for (let revision = 0; revision < 20; revision += 1) {
      const result = await store.append(stream, revision === 0 ? 'no_stream' : revision - 1, watermarks(revision));
      expect(result.outcome).toBe('appended');
    }
    expect(embedded.pid()).toBe(pid);
  });

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
  });

  it('does not disturb another connection of the same process when it dies', async () => {
    const dying = opened;
    // Patient, so that a busy machine's slowness is not taken for a disturbance.
    const other = await openServedStore({ deadlineMs: 60_000, silenceMs: 60_000 });
    let written = 0;
    let enough = (): void => undefined;
    const writing = new Promise<void>((resolve) => {
      enough = resolve;
    });
    const write = async (writer: number): Promise<void> => {
      for (let index = 0; index < 60; index += 1) {
        const store = writer % 2 === 0 ? other.store : dying.store;
        const appending = store.append(newStream(), 'no_stream', watermarks(index));
        if (writer % 2 === 0) expect((await appending).outcome).toBe('appended');
        // Of the one that dies some are refused, since too many wait for it.
        else await appending.catch(() => undefined);
        written += 1;
        if (written === 500) enough();
      }
    };
    const writers = Promise.all(Array.from({ length: 64 }, (_, writer) => write(writer)));
    await writing;
    process.kill(dying.embedded.pid(), 'SIGKILL');
    await writers;
    await other.close();
  });

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
  });

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
  });
});

describe('the supervisor of the embedded event store', () => {
  it('starts no process any more once it is to stop', async () => {
    const database = await testDatabase();
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lastro-event-store-'));
    const nothing = (): void => undefined;
    let ended = nothing;
    const hasEnded = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const logger = { debug: nothing, info: nothing, warn: nothing, error: () => ended() };
    const embedded = await startEmbeddedEventStore({ databaseUrl: database.url, dataDir, logger });
    const pid = embedded.pid();
    process.kill(pid, 'SIGKILL');
    await hasEnded;
    await embedded.stop();
    expect(embedded.pid()).toBe(pid);
    fs.rmSync(dataDir, { recursive: true });
    await database.drop();
  });
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
  });
});
