import { existsSync } from 'node:fs';
import path from 'node:path';
import { atMost } from '../../../packages/event-store/timing/time-limit';
import { createChainReader } from '../families';
import type { ChainReaderOptions } from '../reader-options';
import type { LogLevel, OpenedReader, ReaderSaying } from './reader-messages';
import { startThread, type ThreadCalls } from './thread-calls';

type OpenReader = typeof createChainReader;
type ChainReader = Awaited<ReturnType<OpenReader>>;

/** Runs all chain readers outside the thread that answers requests. */
export interface ReaderThread {
  /** As the registry's own, except that `alert` and `logger` are the only functions allowed in the options. */
  readonly createChainReader: OpenReader;
  /** Closes every reader, then the thread; pending calls reject. */
  readonly close: () => Promise<void>;
}

export interface ReaderThreadOptions {
  readonly logger: { readonly error: (facts: object, message: string) => void };
  readonly entry?: string;
}

/** After this time the thread is ended with its readers still open. */
const CLOSE_WITHIN_MS = 2_000;

/** Without a compiled worker, as when run from sources, readers stay in the calling thread. */
export const openReaderThread = ({
  logger,
  entry = path.join(__dirname, 'reader-worker.js'),
}: ReaderThreadOptions): ReaderThread =>
  existsSync(entry) ? startReaderThread(entry, logger) : { createChainReader, close: async () => {} };

interface Wanted {
  readonly number: number;
  readonly options: ChainReaderOptions;
}

interface Generation {
  readonly thread: ThreadCalls;
  readonly opened: Map<number, Promise<OpenedReader>>;
}

/** The current thread: started immediately, since loading takes half a second, and again by a reader after a crash. */
const keepThread = (entry: string, logger: ReaderThreadOptions['logger']) => {
  const wanted = new Map<number, Wanted>();
  let current: Generation | null = null;
  let isEnding = false;
  const begin = (): Generation => {
    const thread = startThread(entry, {
      onSaid: (saying) => passOn(wanted.get(saying.reader), saying),
      onEnd: (reason) => {
        current = null;
        if (!isEnding)
          logger.error({ err: reason }, 'the thread of the chain readers has stopped; the service restarts it');
      },
    });
    return { thread, opened: new Map() };
  };
  current = begin();
  const open = async (reader: Wanted): Promise<{ thread: ThreadCalls; opened: OpenedReader }> => {
    if (isEnding || !wanted.has(reader.number)) throw new Error('The chain reader is closed');
    current ??= begin();
    const { thread, opened } = current;
    const known = opened.get(reader.number) ?? openIn(thread, reader);
    opened.set(reader.number, known);
    // A failed opening is retried at the next call.
    known.catch(() => opened.delete(reader.number));
    return { thread, opened: await known };
  };
  const end = async (): Promise<void> => {
    isEnding = true;
    if (current === null) return;
    const { thread } = current;
    await atMost(CLOSE_WITHIN_MS, closeAll(current));
    await thread.end();
  };
  return { wanted, open, end, isOpen: ({ number }: Wanted) => current?.opened.has(number) === true };
};

const startReaderThread = (entry: string, logger: ReaderThreadOptions['logger']): ReaderThread => {
  const { wanted, open, isOpen, end } = keepThread(entry, logger);
  let made = 0;
  const call = async (reader: Wanted, method: string, parameters: readonly unknown[]): Promise<unknown> => {
    const { thread } = await open(reader);
    return thread.ask({ kind: 'call', reader: reader.number, method, parameters });
  };
  /** A reader whose thread died is not reopened just to be closed. */
  const closeOne = async (reader: Wanted): Promise<void> => {
    if (wanted.has(reader.number) && isOpen(reader)) await call(reader, 'close', []);
    wanted.delete(reader.number);
  };
  const createChainReaderThere: OpenReader = async (options) => {
    made += 1;
    const reader: Wanted = { number: made, options };
    wanted.set(reader.number, reader);
    try {
      const { opened } = await open(reader);
      return standIn(opened, (method, parameters) =>
        method === 'close' ? closeOne(reader) : call(reader, method, parameters),
      );
    } catch (error) {
      wanted.delete(reader.number);
      throw error;
    }
  };
  return { createChainReader: createChainReaderThere, close: end };
};

const openIn = (thread: ThreadCalls, { number, options }: Wanted): Promise<OpenedReader> => {
  const { logger: _logger, alert: _alert, ...plain } = options as ChainReaderOptions & { readonly alert?: unknown };
  return thread.ask({ kind: 'open', reader: number, options: plain }) as Promise<OpenedReader>;
};

/** Failures are ignored: the thread ends anyway. */
const closeAll = ({ thread, opened }: Generation): Promise<unknown> =>
  Promise.allSettled(
    [...opened].map(async ([reader, opening]) => {
      if (!(await opening).methods.includes('close')) return;
      await thread.ask({ kind: 'call', reader, method: 'close', parameters: [] });
    }),
  );

const standIn = (
  { network, methods }: OpenedReader,
  call: (method: string, parameters: readonly unknown[]) => Promise<unknown>,
): ChainReader => {
  const asked = methods.map((method) => [method, (...parameters: readonly unknown[]) => call(method, parameters)]);
  return { network, ...Object.fromEntries(asked) } as ChainReader;
};

type Speaker = (...parameters: readonly unknown[]) => void;

const passOn = (reader: Wanted | undefined, { to, parameters }: ReaderSaying): void => {
  const { alert, logger } = (reader?.options ?? {}) as {
    readonly alert?: Speaker;
    readonly logger?: Partial<Record<LogLevel, Speaker>>;
  };
  if (to === 'alert') alert?.(...parameters);
  else logger?.[to]?.(...parameters);
};
