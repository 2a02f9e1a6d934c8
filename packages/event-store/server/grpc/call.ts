import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { createBell } from '../../timing/bell';
import { createFrameReader } from './frames';
import { asRefusal, type Refusal, STATUS } from './refusal';

export interface Listener {
  /** A throw ends the call with that refusal. The message is valid until this returns. */
  readonly onMessage: (message: Buffer) => void;
  /** The caller has sent everything. */
  readonly onEnd: () => void;
  /** Limit of a message; by default EventStoreDB's own. */
  readonly limitBytes?: number;
}

export interface Call {
  readonly headers: IncomingHttpHeaders;
  /** Milliseconds since 1970; Infinity without a deadline. */
  readonly deadlineMs: number;
  readonly isClosed: () => boolean;
  readonly onClosed: (listener: () => void) => void;
  readonly listen: (listener: Listener) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Writes framed messages; resolves when there is room for more or the caller has left. */
  readonly write: (framed: Buffer) => Promise<void>;
  /** False while the caller does not read the written messages. */
  readonly hasRoom: () => boolean;
  /** Ends the call; repeatable. */
  readonly finish: (ending?: Refusal) => void;
}

const OK_HEADERS = { ':status': 200, 'content-type': 'application/grpc+proto' };
const WRITTEN = Promise.resolve();
const TIMEOUT_UNITS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 1e-3, n: 1e-6 };

const deadlineOf = (headers: IncomingHttpHeaders, nowMs: number): number => {
  const match = /^(\d{1,8})([HMSmun])$/.exec(String(headers['grpc-timeout'] ?? ''));
  return match === null ? Infinity : nowMs + Number(match[1]) * (TIMEOUT_UNITS[match[2] ?? ''] ?? Infinity);
};

const ascii = (value: string): string => value.replace(/[^ -~]/g, '?');

const trailersOf = (ending: Refusal | undefined): Record<string, string> => {
  const trailers: Record<string, string> = { 'grpc-status': String(ending?.status ?? STATUS.OK) };
  if (ending === undefined) return trailers;
  trailers['grpc-message'] = encodeURIComponent(ending.message).replaceAll('%20', ' ');
  for (const [name, value] of Object.entries(ending.trailers)) trailers[name] = ascii(value);
  return trailers;
};

/** Buffered ahead of the caller, so that its flow-control window never waits for us. */
const AHEAD_BYTES = 256 * 1024;

const createSender = (stream: ServerHttp2Stream): Pick<Call, 'write' | 'hasRoom'> => {
  const room = createBell();
  const isFull = (): boolean => stream.writableLength > AHEAD_BYTES && !stream.destroyed;
  const flushed = (): void => {
    if (!isFull()) room.ring();
  };
  const untilRoom = async (): Promise<void> => {
    while (isFull()) await room.wait();
  };
  stream.on('close', room.ring);
  const write = (framed: Buffer): Promise<void> => {
    if (stream.destroyed || stream.writableEnded) return WRITTEN;
    if (!stream.headersSent) stream.respond(OK_HEADERS, { waitForTrailers: true });
    stream.write(framed, flushed);
    return isFull() ? untilRoom() : WRITTEN;
  };
  return { write, hasRoom: () => !isFull() };
};

const createEnding = (stream: ServerHttp2Stream): Call['finish'] => {
  let ending: Refusal | undefined;
  let finished = false;
  stream.on('wantTrailers', () => stream.sendTrailers(trailersOf(ending)));
  return (reason) => {
    if (finished || stream.destroyed) return;
    finished = true;
    ending = reason;
    if (stream.headersSent) stream.end();
    else stream.respond({ ...OK_HEADERS, ...trailersOf(ending) }, { endStream: true });
    // Drains the rest of the request, so that the caller's side of the stream ends too.
    stream.removeAllListeners('data');
    stream.resume();
  };
};

/** EventStoreDB's own limit. */
const MESSAGE_LIMIT_BYTES = 16 * 1024 * 1024;

export interface CallSettings {
  readonly nowMs: number;
  /** Gets the ids of internal errors. */
  readonly warn: (message: string) => void;
}

type Guarded = (action: () => void) => void;

const listenTo = (stream: ServerHttp2Stream, listener: Listener, guarded: Guarded): void => {
  const { onMessage, onEnd, limitBytes: messageBytes = MESSAGE_LIMIT_BYTES } = listener;
  const read = createFrameReader(messageBytes, onMessage);
  stream.on('data', (chunk: Buffer) => guarded(() => read(chunk)));
  stream.on('end', () => {
    // A reset stream ends too, but its caller has not sent everything.
    if (stream.closed || stream.aborted) return;
    guarded(onEnd);
  });
};

export const openCall = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  { nowMs, warn }: CallSettings,
): Call => {
  const finish = createEnding(stream);
  // A caller that goes away resets the stream; `close` follows and ends the call.
  stream.on('error', () => undefined);
  let refused = false;
  const guarded: Guarded = (action) => {
    try {
      if (!refused) action();
    } catch (error) {
      refused = true;
      finish(asRefusal(error, warn));
    }
  };
  return {
    headers,
    deadlineMs: deadlineOf(headers, nowMs),
    isClosed: () => stream.destroyed || stream.writableEnded,
    onClosed: (listener) => void stream.on('close', listener),
    listen: (listener) => listenTo(stream, listener, guarded),
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    ...createSender(stream),
    finish,
  };
};

/** The message of a unary request of at most `limitBytes`. */
export const readOne = (call: Call, limitBytes: number): Promise<Buffer> =>
  new Promise((resolve) => {
    let first: Buffer | null = null;
    const onMessage = (message: Buffer): void => {
      first ??= Buffer.from(message);
    };
    call.listen({ onMessage, onEnd: () => resolve(first ?? Buffer.alloc(0)), limitBytes });
  });
