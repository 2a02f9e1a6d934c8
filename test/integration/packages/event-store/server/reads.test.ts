import type { EventLog } from '../../../../../packages/event-store/log/log';
import type { Slice } from '../../../../../packages/event-store/log/slices';
import { readAll, readStream } from '../../../../../packages/event-store/server/calls/read-pages';
import { subscribeToAll, subscribeToStream } from '../../../../../packages/event-store/server/calls/subscriptions';
import type { Call } from '../../../../../packages/event-store/server/grpc/call';
import { streamNotFound } from '../../../../../packages/event-store/server/messages/read-messages';
import type { ReadOptions } from '../../../../../packages/event-store/server/messages/wire';
import type { Bell } from '../../../../../packages/event-store/timing/bell';
import { stored } from '../../../../packages/event-store/server/stored';

const everything: ReadOptions = { all: { from: 'start' }, direction: 0, count: 0 };

const callOf = (isClosed: boolean): Call =>
  ({ isClosed: () => isClosed, onClosed: () => undefined, write: async () => undefined }) as unknown as Call;

const away = async (): Promise<never> => {
  throw new Error('the database is away');
};

describe('reads whose caller has cancelled', () => {
  it('do not end the process when the database is away', async () => {
    const queries = { head: async () => 10, between: away, betweenBackwards: away };
    const log = { queries, page: away } as unknown as EventLog;
    await readAll(callOf(false), log, everything);
    await readAll(callOf(true), log, { ...everything, direction: 1, all: { from: 'end' }, count: 5 });
    // An unhandled rejection would fail the test here.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('keep no follower of a subscription that was cancelled before its start', async () => {
    const followers = new Set<Bell>();
    const onAppended = (bell: Bell): (() => void) => {
      followers.add(bell);
      return () => void followers.delete(bell);
    };
    const log = { queries: { head: async () => 0 }, onAppended } as unknown as EventLog;
    await subscribeToAll(callOf(true), log, everything);
    await subscribeToStream(callOf(true), log, { stream: { name: Buffer.from('one') }, from: 'start', revision: 0 });
    expect(followers.size).toBe(0);
  });
});

describe('a read of a stream', () => {
  const events = [0, 1, 2].map((revision) => stored(revision + 1, { revision }));

  /** Reads from a revision; answers how often the table was asked, and what was sent: events and "not found" alike. */
  const read = async (stream: string, from: number): Promise<[number, string]> => {
    let asked = 0;
    const ofStream = async (name: string, first: number): Promise<Slice> => {
      asked += 1;
      return { events: name === 'stream' ? events.slice(first) : [], isCut: false };
    };
    const lastRevision = async (name: string): Promise<number> => {
      asked += 1;
      return name === 'stream' ? 2 : -1;
    };
    const log = { queries: { ofStream, lastRevision } } as unknown as EventLog;
    const sent: Buffer[] = [];
    const call = { ...callOf(false), write: async (framed: Buffer) => void sent.push(framed) };
    const source = { stream: { name: Buffer.from(stream) }, from: 'revision', revision: from } as const;
    await readStream(call, log, { direction: 0, count: 10 }, source);
    const all = Buffer.concat(sent);
    if (all.length === 0) return [asked, 'nothing'];
    return [asked, all.equals(streamNotFound(stream)) ? 'not found' : 'events'];
  };

  it('asks the table once for events that the stream has', async () => {
    expect(await read('stream', 0)).toEqual([1, 'events']);
    expect(await read('stream', 2)).toEqual([1, 'events']);
  });

  it('checks that the stream exists only when the read does not start at its beginning', async () => {
    expect(await read('other', 0)).toEqual([1, 'not found']);
    expect(await read('other', 1)).toEqual([2, 'not found']);
    expect(await read('stream', 3)).toEqual([2, 'nothing']);
  });
});
