import type { StreamingRead } from '@eventstore/db-client';

interface Source<Item> {
  readonly stream: StreamingRead<Item>;
  error: unknown;
  ended: boolean;
  wake: () => void;
}

const watch = <Item>(stream: StreamingRead<Item>): Source<Item> => {
  const source: Source<Item> = { stream, error: null, ended: false, wake: () => undefined };
  stream.on('readable', () => source.wake());
  stream.on('end', () => {
    source.ended = true;
    source.wake();
  });
  stream.on('error', (error: unknown) => {
    source.error = error;
    source.wake();
  });
  return source;
};

/** True when something happened within the time. */
const change = <Item>(source: Source<Item>, timeoutMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs, false);
    source.wake = () => {
      clearTimeout(timer);
      resolve(true);
    };
  });

/**
 * The items of a read in chunks of what has arrived: far cheaper than the stream's own iterator, item by item.
 * Rejects with the read's error, or when nothing comes for `timeoutMs`.
 */
export async function* pull<Item>(stream: StreamingRead<Item>, timeoutMs: number): AsyncGenerator<readonly Item[]> {
  const source = watch(stream);
  try {
    for (;;) {
      const chunk: Item[] = [];
      for (let item = stream.read() as Item | null; item !== null; item = stream.read() as Item | null)
        chunk.push(item);
      if (chunk.length > 0) yield chunk;
      else if (source.error !== null) throw source.error;
      else if (source.ended) return;
      else if (!(await change(source, timeoutMs))) throw new Error(`The event store sent nothing for ${timeoutMs} ms`);
    }
  } finally {
    if (!source.ended) void stream.cancel().catch(() => undefined);
  }
}
