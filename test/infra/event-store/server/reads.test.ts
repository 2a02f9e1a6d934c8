import { readAll, readStream } from '../../../../infra/event-store/server/calls/read-pages';
import { subscribeToAll, subscribeToStream } from '../../../../infra/event-store/server/calls/subscriptions';
import type { Call } from '../../../../infra/event-store/server/grpc/call';
import { createLog } from '../../../../infra/event-store/server/log/log';
import type { Queries } from '../../../../infra/event-store/server/log/queries';
import type { Slice } from '../../../../infra/event-store/server/log/slices';
import { createTail } from '../../../../infra/event-store/server/log/tail';
import { createWakeUps } from '../../../../infra/event-store/server/log/wake-ups';
import { streamNotFound } from '../../../../infra/event-store/server/messages/read-messages';
import type { ReadOptions } from '../../../../infra/event-store/server/messages/wire';
import type { Bell } from '../../../../infra/timing/bell';
import { stored } from './stored';

const everything: ReadOptions = { all: { from: 'start' }, direction: 0, count: 0 };

const callOf = (isClosed: boolean): Call =>
  ({ isClosed: () => isClosed, onClosed: () => undefined, write: async () => undefined }) as unknown as Call;

describe('reads whose caller wants nothing any more', () => {
  it('do not end the process when the database is away', async () => {
    const between = async (): Promise<never> => {
      throw new Error('the database is away');
    };
    const queries = { between, betweenBackwards: between } as unknown as Queries;
    const log = createLog(queries, createTail(0), createWakeUps());
    log.reload(10);
    await readAll(callOf(false), log, everything);
    await readAll(callOf(true), log, { ...everything, direction: 1, all: { from: 'end' }, count: 5 });
    // A rejection that nobody handles would fail the test here.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('leave nothing behind when a subscription is cancelled before it began', async () => {
    const followers = new Set<Bell>();
    const register = (bell: Bell): (() => void) => {
      followers.add(bell);
      return () => void followers.delete(bell);
    };
    const queries = { ofStream: async () => ({ events: [], isCut: false }) } as unknown as Queries;
    const log = createLog(queries, createTail(0), { ...createWakeUps(), register });
    await subscribeToAll(callOf(true), log, everything);
    await subscribeToStream(callOf(true), log, { stream: { name: Buffer.from('one') }, from: 'start', revision: 0 });
    expect(followers.size).toBe(0);
  });
});

describe('a read of a stream', () => {
  const events = [0, 1, 2].map((revision) => stored(revision + 1, { revision }));

  /** Reads from a revision; answers how often the table was asked, and what was sent: events and "not found" alike. */
  const read = async (stream: string, from: number, lastRevision: number | undefined): Promise<[number, string]> => {
    let asked = 0;
    const ofStream = async (name: string, first: number): Promise<Slice> => {
      asked += 1;
      return { events: name === 'stream' ? events.slice(first) : [], isCut: false };
    };
    const log = createLog({ ofStream } as unknown as Queries, createTail(0), createWakeUps());
    const sent: Buffer[] = [];
    const call = { ...callOf(false), write: async (framed: Buffer) => void sent.push(framed) };
    const source = { stream: { name: Buffer.from(stream) }, from: 'revision', revision: from } as const;
    await readStream(call, { log, lastRevision: () => lastRevision }, { direction: 0, count: 10 }, source);
    const all = Buffer.concat(sent);
    if (all.length === 0) return [asked, 'nothing'];
    return [asked, all.equals(streamNotFound(stream)) ? 'not found' : 'events'];
  };

  it('asks the table for what the stream has', async () => {
    expect(await read('stream', 0, undefined)).toEqual([1, 'events']);
    expect(await read('stream', 2, 2)).toEqual([1, 'events']);
  });

  it('does not ask for what is known not to be there', async () => {
    expect(await read('stream', 3, 2)).toEqual([0, 'nothing']);
    expect(await read('other', 0, -1)).toEqual([0, 'not found']);
    expect(await read('other', 5, -1)).toEqual([0, 'not found']);
  });

  it('asks whether the stream exists only where its beginning was left out', async () => {
    expect(await read('other', 0, undefined)).toEqual([1, 'not found']);
    expect(await read('other', 1, undefined)).toEqual([2, 'not found']);
    expect(await read('stream', 3, undefined)).toEqual([2, 'nothing']);
  });
});
