import type { AppendReply, AppendRequest } from '../../../../../infra/event-store/server/log/append-request';
import { createLog } from '../../../../../infra/event-store/server/log/log';
import type { Queries } from '../../../../../infra/event-store/server/log/queries';
import { createTail } from '../../../../../infra/event-store/server/log/tail';
import { createWakeUps } from '../../../../../infra/event-store/server/log/wake-ups';
import { startWriter } from '../../../../../infra/event-store/server/log/writer';
import { stored } from '../stored';

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
});
