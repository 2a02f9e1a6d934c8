import type { AppendReply, AppendRequest } from '../../../../packages/event-store/log/append-request';
import { createWriter, type Writer } from '../../../../packages/event-store/log/writer';
import type { WriterConnection } from '../../../../packages/event-store/log/writer-connection';
import { replyTo, requestOf } from './requests';

const limits = { queuedRequests: 100, queuedBytes: 100_000, callAppends: 50, callEvents: 100, callBytes: 100_000 };

const appended = (batch: readonly AppendRequest[]): readonly AppendReply[] =>
  batch.map((_, index) => ({ outcome: 'appended', revision: 0, position: index + 1 }));

type Append = WriterConnection['append'];

interface Opened {
  readonly writer: Writer;
  readonly batches: string[][];
  readonly warnings: string[];
  readonly connections: () => number;
}

const open = (append: Append = async (batch) => appended(batch), nowMs = (): number => 0): Opened => {
  const batches: string[][] = [];
  const warnings: string[] = [];
  let connections = 0;
  const connect = async (): Promise<WriterConnection> => {
    connections += 1;
    return {
      append: (batch) => {
        batches.push(batch.map(({ stream }) => stream));
        return append(batch);
      },
      close: async () => undefined,
    };
  };
  const warn = (line: string): void => void warnings.push(line);
  const writer = createWriter({ connect, nowMs, limits, onAppended: () => undefined, warn });
  return { writer, batches, warnings, connections: () => connections };
};

const errorOf = (code: string, severity = 'ERROR'): Error =>
  Object.assign(new Error(`refused with ${code}`), { code, severity });

describe('the writer', () => {
  it('appends waiting requests in one call, each to another stream', async () => {
    const { writer, batches } = open();
    await Promise.all(['one', 'two', 'one', 'three'].map((stream) => replyTo(writer.submit, stream)));
    expect(batches).toEqual([['one', 'two', 'three'], ['one']]);
    await writer.stop();
  });

  it('answers a call once, also when an answer throws', async () => {
    const { writer, warnings } = open();
    const replies: string[] = [];
    const other = replyTo(writer.submit, 'two');
    const answer = ({ outcome }: AppendReply): void => {
      replies.push(outcome);
      throw new Error('the caller is gone');
    };
    writer.submit(requestOf('one', { answer }));
    expect((await other).outcome).toBe('appended');
    await writer.stop();
    expect(replies).toEqual(['appended']);
    expect(warnings).toEqual(['an append could not be answered: the caller is gone']);
  });

  it('rejects only the append that PostgreSQL refuses, and writes the others of its call', async () => {
    const { writer } = open(async (batch) => {
      if (batch.some(({ stream }) => stream === 'bad')) throw errorOf('22021');
      return appended(batch);
    });
    const replies = await Promise.all(['one', 'bad', 'two'].map((stream) => replyTo(writer.submit, stream)));
    expect(replies.map(({ outcome }) => outcome)).toEqual(['appended', 'internal', 'appended']);
    await writer.stop();
  });

  it('keeps its connection after a lock timeout, and opens another one after a read timeout', async () => {
    const failures = [errorOf('55P03'), new Error('Query read timeout')];
    const { writer, connections } = open(async (batch) => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return appended(batch);
    });
    const seen: [string, number][] = [];
    for (const stream of ['one', 'two', 'three']) {
      seen.push([(await replyTo(writer.submit, stream)).outcome, connections()]);
    }
    expect(seen).toEqual([
      ['unavailable', 1],
      ['unavailable', 1],
      ['appended', 2],
    ]);
    await writer.stop();
  });

  it('answers an append after its deadline: timed out before the sending, unknown after it', async () => {
    let now = 0;
    let release = (): void => undefined;
    let sent = (): void => undefined;
    const isSent = new Promise<void>((resolve) => {
      sent = resolve;
    });
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const append: Append = async (batch) => {
      sent();
      await held;
      return appended(batch);
    };
    const { writer } = open(append, () => now);
    const first = replyTo(writer.submit, 'one', { deadlineMs: 10 });
    await isSent;
    const second = replyTo(writer.submit, 'two', { deadlineMs: 10 });
    now = 10;
    expect([(await first).outcome, (await second).outcome]).toEqual(['unavailable', 'timed_out']);
    release();
    await writer.stop();
  });

  it('rejects appends after its stop', async () => {
    const { writer } = open();
    await writer.stop();
    expect((await replyTo(writer.submit, 'one')).outcome).toBe('unavailable');
  });
});
