import type { EventStoreDBClient, StreamingRead } from '@eventstore/db-client';
import { type Bell, createBell } from '../../../packages/event-store/timing/bell';
import { cut, isTooLarge, silence, tooLargeToRead } from './client-errors';
import { type Connection, STALL_GRACE_MS } from './connection';

export interface Listening {
  readonly connection: Connection;
  readonly client: EventStoreDBClient;
  readonly timeoutMs: number;
}

interface Source<Item> {
  readonly stream: StreamingRead<Item>;
  failure: { readonly error: unknown } | null;
  ended: boolean;
  readonly news: Bell;
}

const watch = <Item>(stream: StreamingRead<Item>): Source<Item> => {
  const source: Source<Item> = { stream, failure: null, ended: false, news: createBell() };
  stream.on('readable', source.news.ring);
  stream.on('end', () => {
    source.ended = true;
    source.news.ring();
  });
  stream.on('error', (error: unknown) => {
    source.failure = { error };
    source.news.ring();
  });
  return source;
};

const somethingNew = async <Item>({ news }: Source<Item>, listening: Listening): Promise<void> => {
  const { connection, client, timeoutMs } = listening;
  const startedAt = performance.now();
  if (await news.wait(timeoutMs)) return;
  if (await news.wait(STALL_GRACE_MS)) return;
  connection.waitedInVain(client, startedAt);
  throw silence(timeoutMs);
};

/** The client ends cancelled reads as if complete: a stream would seem to have no more events. */
const mustBeTheEnd = ({ connection, client }: Listening): void => {
  if (connection.isRetired(client)) throw cut();
};

const ofRead = (error: unknown): unknown => (isTooLarge(error) ? tooLargeToRead(error as Error) : error);

/** Chunks are far cheaper than the stream's own iterator. Rejects with its error or on `timeoutMs` of silence. */
export async function* pull<Item>(stream: StreamingRead<Item>, listening: Listening): AsyncGenerator<readonly Item[]> {
  const { connection } = listening;
  const source = watch(stream);
  try {
    for (;;) {
      const chunk: Item[] = [];
      for (let item = stream.read() as Item | null; item !== null; item = stream.read() as Item | null)
        chunk.push(item);
      if (chunk.length > 0) {
        connection.served();
        yield chunk;
      } else if (source.failure !== null) throw ofRead(source.failure.error);
      else if (source.ended) break;
      else await somethingNew(source, listening);
    }
    mustBeTheEnd(listening);
    connection.served();
  } finally {
    if (source.failure !== null) connection.heard();
    if (!source.ended) void stream.cancel().catch(() => undefined);
  }
}
