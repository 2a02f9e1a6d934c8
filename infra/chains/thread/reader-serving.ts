import type { MessagePort } from 'node:worker_threads';
import type { AheadOfClock, ForeignChain } from '../../../commands/ports/chains/chain-reader';
import type { createChainReader } from '../families';
import type { ChainReaderOptions } from '../reader-options';
import type {
  LogLevel,
  OpenedReader,
  ReaderAnswer,
  ReaderFailure,
  ReaderQuestion,
  ReaderSaying,
} from './reader-messages';

type Method = (...parameters: readonly unknown[]) => unknown;
type Methods = Readonly<Record<string, Method>>;

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

export const serveReaders = (port: MessagePort, open: typeof createChainReader): void => {
  const readers = new Map<number, Methods>();
  const answer = async (question: ReaderQuestion): Promise<unknown> => {
    if (question.kind === 'open') {
      const reader = await open(optionsOf(port, question.reader, question.options));
      const methods = methodsOf(reader);
      readers.set(question.reader, methods);
      return { network: reader.network, methods: Object.keys(methods) } satisfies OpenedReader;
    }
    const method = readers.get(question.reader)?.[question.method];
    if (method === undefined) throw new Error(`The reader has no method ${question.method}, or is closed`);
    if (question.method === 'close') readers.delete(question.reader);
    return method(...question.parameters);
  };
  port.on('message', (question: ReaderQuestion) => {
    const { id } = question;
    void answer(question)
      .then((value) => send(port, { kind: 'answer', id, value }))
      .catch((error: unknown) => send(port, { kind: 'failure', id, ...plain(error) }));
  });
};

const methodsOf = (reader: object): Methods =>
  Object.fromEntries(
    Object.entries(reader).filter((entry): entry is [string, Method] => typeof entry[1] === 'function'),
  );

const send = (port: MessagePort, message: ReaderAnswer | ReaderSaying): void => port.postMessage(message);

const plain = (error: unknown): ReaderFailure => {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, aheadOfClockMs, foreignChain } = error as Error & Partial<AheadOfClock & ForeignChain>;
  return {
    ...{ name, message },
    ...(aheadOfClockMs === undefined ? {} : { aheadOfClockMs }),
    ...(foreignChain === undefined ? {} : { foreignChain }),
  };
};

/** Logger and alert that post to the main thread. */
const optionsOf = (port: MessagePort, reader: number, options: object): ChainReaderOptions => {
  const say =
    (to: ReaderSaying['to']) =>
    (...parameters: readonly unknown[]): void => {
      try {
        send(port, { kind: 'said', reader, to, parameters });
      } catch {
        // Facts that cannot be cloned must not prevent the log line or the work after it.
        send(port, { kind: 'said', reader, to, parameters: parameters.map(textOf) });
      }
    };
  const logger = Object.fromEntries(LEVELS.map((level) => [level, say(level)]));
  return { ...options, logger, alert: say('alert') } as unknown as ChainReaderOptions;
};

const textOf = (part: unknown): unknown => (typeof part === 'string' ? part : { unreadable: typeof part });
