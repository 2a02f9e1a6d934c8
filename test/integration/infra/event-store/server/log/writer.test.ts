import { RESTART } from '../../../../../../infra/event-store/embedded';
import type { AppendReply, AppendRequest } from '../../../../../../infra/event-store/server/log/append-request';
import { createLog } from '../../../../../../infra/event-store/server/log/log';
import type { Queries } from '../../../../../../infra/event-store/server/log/queries';
import type { StoredEvent } from '../../../../../../infra/event-store/server/log/stored-event';
import { createTail } from '../../../../../../infra/event-store/server/log/tail';
import { createWakeUps } from '../../../../../../infra/event-store/server/log/wake-ups';
import {
  RECONNECT,
  startWriter,
  type Writer,
  type WriterSettings,
} from '../../../../../../infra/event-store/server/log/writer';
import { stored } from '../../../../../infra/event-store/server/stored';

const limits = { queuedRequests: 100, queuedBytes: 100_000, commitEvents: 100, commitBytes: 100_000 };

describe('the writer', () => {
  it('decides nothing about a stream that it has forgotten meanwhile', async () => {
    let answerNothing = (): void => undefined;
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const queries = {
      lastRevisions: async (streams: readonly string[]) => new Map(streams.map((stream) => [stream, 5])),
      knownIds: () => {
        asked();
        return new Promise((resolve) => {
          answerNothing = () => resolve(new Map());
        });
      },
    } as unknown as Queries;
    const inserted: number[] = [];
    const connection = {
      head: 10,
      insert: async (events: readonly unknown[]) => void inserted.push(events.length),
      close: async () => undefined,
    };
    const writer = await startWriter({
      log: createLog(queries, createTail(1_000), createWakeUps()),
      connect: async () => connection,
      nowMs: () => 0,
      pause: async () => undefined,
      limits,
      warn: () => undefined,
    });
    const append = (stream: string, expected: AppendRequest['expected']): Promise<AppendReply> =>
      new Promise((answer) =>
        writer.submit({ stream, expected, events: [stored(1)], sizeBytes: 10, deadlineMs: Infinity, answer }),
      );

    const replies = Promise.all([append('one', 'stream_exists'), append('two', 5), append('three', 'any')]);
    await isAsked;
    writer.reconnect('the database went away');
    answerNothing();
    expect((await replies).map(({ outcome }) => outcome)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(inserted).toEqual([]);
    await writer.stop();
  });

  /** A database that knows no stream; `connect` and `insert` as the test has them. */
  const open = (settings: Pick<WriterSettings, 'connect' | 'pause'>, warnings: string[] = []): Promise<Writer> => {
    const lastRevisions = async (): Promise<ReadonlyMap<string, number>> => new Map();
    const knownIds = async (): Promise<never> => new Map() as never;
    const idsAfter = async (): Promise<{ id: string; position: number }[]> => [];
    const queries = { lastRevisions, idsAfter, knownIds } as unknown as Queries;
    const log = createLog(queries, createTail(1_000), createWakeUps());
    return startWriter({ ...settings, log, nowMs: () => 0, limits, warn: (line) => void warnings.push(line) });
  };

  const submit = (writer: Writer, stream: string, answer: AppendRequest['answer']): void =>
    writer.submit({ stream, expected: -1, events: [stored(1)], sizeBytes: 10, deadlineMs: Infinity, answer });

  it('E5: answers a committed batch once, whatever an answer throws', async () => {
    let inserts = 0;
    const connection = {
      head: 0,
      insert: async () => {
        inserts += 1;
      },
      close: async () => undefined,
    };
    const warnings: string[] = [];
    const writer = await open({ connect: async () => connection, pause: async () => undefined }, warnings);
    const replies: string[] = [];
    const throwing = (reply: AppendReply): void => {
      replies.push(`one ${reply.outcome}`);
      throw new Error('the caller is gone');
    };
    await new Promise<void>((resolve) => {
      submit(writer, 'one', throwing);
      submit(writer, 'two', (reply) => {
        replies.push(`two ${reply.outcome}`);
        resolve();
      });
    });
    const conflict = new Promise<string>((resolve) => {
      submit(writer, 'two', throwing);
      submit(writer, 'two', (reply) => resolve(reply.outcome));
    });
    expect(await conflict).toBe('wrong_revision');
    expect(replies).toEqual(['one appended', 'two appended', 'one wrong_revision']);
    expect(inserts).toBe(1);
    expect(warnings).toEqual(Array(2).fill('an append could not be answered: the caller is gone'));
    await writer.stop();
  });

  it('E3: refuses alone the append that provokes a fault of the program, with the id of its line', async () => {
    const positions: number[] = [];
    const connection = {
      head: 0,
      insert: async (events: readonly StoredEvent[]) => void positions.push(...events.map(({ position }) => position)),
      close: async () => undefined,
    };
    const warnings: string[] = [];
    const writer = await open({ connect: async () => connection, pause: async () => undefined }, warnings);
    const append = (stream: string, request: Partial<AppendRequest> = {}): Promise<AppendReply> =>
      new Promise((answer) =>
        writer.submit({
          ...{ stream, expected: -1, events: [stored(1)], sizeBytes: 10, deadlineMs: Infinity, answer },
          ...request,
        }),
      );
    const faulty = { expected: 'any', events: [null as never] } as const;
    const [first, wrong, last] = await Promise.all([append('one'), append('two', faulty), append('three')]);
    expect([first.outcome, wrong.outcome, last.outcome]).toEqual(['appended', 'internal', 'appended']);
    expect(wrong).toMatchObject({ cause: expect.stringMatching(/^internal error [0-9a-f-]{36}$/) as string });
    const cause = wrong.outcome === 'internal' ? wrong.cause : '';
    expect(warnings).toEqual([expect.stringMatching(`^${cause}: TypeError: `)]);
    // Nothing of it was remembered, alone or after others of its stream.
    expect(await append('two')).toMatchObject({ outcome: 'appended', revision: 0 });
    const [next, again] = await Promise.all([append('two', { expected: 0 }), append('two', faulty)]);
    expect([next.outcome, again.outcome]).toEqual(['appended', 'internal']);
    expect(positions).toEqual([1, 2, 3, 4]);
    await writer.stop();
  });

  it('E5: tries again soon, however often the database was away before', async () => {
    const delays: number[] = [];
    let away = 0;
    const connection = { head: 0, insert: async () => undefined, close: async () => undefined };
    const connect = async (): Promise<typeof connection> => {
      if (away === 0) return connection;
      away -= 1;
      throw new Error('the database is away');
    };
    const writer = await open({ connect, pause: async (delayMs) => void delays.push(delayMs) });
    for (let outage = 0; outage < 3; outage += 1) {
      away = 12;
      writer.reconnect('killed');
      const outcome = await new Promise((resolve) => submit(writer, `s-${outage}`, (reply) => resolve(reply.outcome)));
      expect(outcome).toBe('appended');
    }
    expect(delays).toHaveLength(36);
    expect(delays[12]).toBe(RECONNECT.firstMs);
    expect(Math.max(...delays)).toBe(RECONNECT.longestMs);
    expect(RECONNECT.longestMs + RESTART.longestMs).toBeLessThan(2_000);
  });
});
