import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { createBell } from '../../../timing/bell';
import { createFrameReader } from './frames';
import { asRefusal, type Refusal, STATUS } from './refusal';

export interface Call {
  readonly headers: IncomingHttpHeaders;
  /** Milliseconds since 1970; Infinity without a deadline. */
  readonly deadlineMs: number;
  readonly isClosed: () => boolean;
  readonly onClosed: (listener: () => void) => void;
  /** A throw of `onMessage` ends the call with that refusal; `onEnd`: the caller has sent everything. */
  readonly listen: (onMessage: (message: Buffer) => void, onEnd: () => void) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Writes framed messages; resolves when there is room for more or the caller is gone. */
  readonly write: (framed: Buffer) => Promise<void>;
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

const createSender = (stream: ServerHttp2Stream): Call['write'] => {
  const room = createBell();
  const isFull = (): boolean => stream.writableLength > AHEAD_BYTES && !stream.destroyed;
  const flushed = (): void => {
    if (!isFull()) room.ring();
  };
  const untilRoom = async (): Promise<void> => {
    while (isFull()) await room.wait();
  };
  stream.on('close', room.ring);
  return (framed) => {
    if (stream.destroyed || stream.writableEnded) return WRITTEN;
    if (!stream.headersSent) stream.respond(OK_HEADERS, { waitForTrailers: true });
    stream.write(framed, flushed);
    return isFull() ? untilRoom() : WRITTEN;
  };
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

export const openCall = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  nowMs: number,
  messageLimitBytes: number,
): Call => {
  const finish = createEnding(stream);
  // A caller that goes away resets the stream; `close` follows and ends the call.
  stream.on('error', () => undefined);
  let refused = false;
  const guarded = (action: () => void): void => {
    try {
      if (!refused) action();
    } catch (error) {
      refused = true;
      finish(asRefusal(error));
    }
  };
  return {
    headers,
    deadlineMs: deadlineOf(headers, nowMs),
    isClosed: () => stream.destroyed || stream.writableEnded,
    onClosed: (listener) => void stream.on('close', listener),
    listen: (onMessage, onEnd) => {
      const read = createFrameReader(messageLimitBytes, onMessage);
      stream.on('data', (chunk: Buffer) => guarded(() => read(chunk)));
      stream.on('end', () => {
        // A reset stream ends too, but its caller has not sent everything.
        if (!stream.closed && !stream.aborted) guarded(onEnd);
      });
    },
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    write: createSender(stream),
    finish,
  };
};

/** The message of a unary request. */
export const readOne = (call: Call): Promise<Buffer> =>
  new Promise((resolve) => {
    let first: Buffer | null = null;
    call.listen(
      (message) => {
        first ??= message;
      },
      () => resolve(first ?? Buffer.alloc(0)),
    );
  });
