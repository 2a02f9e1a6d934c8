import { type ClientHttp2Session, type ClientHttp2Stream, constants, type IncomingHttpHeaders } from 'node:http2';
import { createFrameReader, frame } from '../../../packages/event-store/server/grpc/frames';

export interface Asking {
  /** `/service/Method`. */
  readonly path: string;
  readonly message: Uint8Array;
  /** Null: as nobody. */
  readonly authorization: string | null;
  readonly timeoutMs: number;
  /** False ends the call: enough was seen. */
  readonly onMessage: (message: Buffer) => boolean;
}

export interface Answer {
  /** Of gRPC; 0 also for a call that was ended by `onMessage`. */
  readonly status: number;
  readonly message: string;
  /** Of the server, to the second. */
  readonly dateMs: number | null;
}

/** gRPC. */
export const STATUS = { ok: 0, unknown: 2, deadline: 4, denied: 7, unimplemented: 12, away: 14, nobody: 16 } as const;

const MESSAGE_LIMIT_BYTES = 17 * 1024 * 1024;

const headersOf = ({ path, authorization }: Asking): Record<string, string> => ({
  ':method': 'POST',
  ':path': path,
  'content-type': 'application/grpc',
  te: 'trailers',
  'requires-leader': 'true',
  ...(authorization === null ? {} : { authorization }),
});

const textOf = (header: unknown): string => (typeof header === 'string' ? header : '');

const dateOf = (header: unknown): number | null => {
  const dateMs = Date.parse(textOf(header));
  return Number.isNaN(dateMs) ? null : dateMs;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

interface Heard {
  status: number | null;
  message: string;
  dateMs: number | null;
}

/** A refusal may come in the first headers, everything else in the trailers. */
const hear = (heard: Heard, headers: Readonly<Record<string, unknown>>): void => {
  const status = textOf(headers['grpc-status']);
  heard.dateMs ??= dateOf(headers['date']);
  if (status === '') return;
  heard.status = Number(status);
  heard.message = decoded(textOf(headers['grpc-message']));
};

const listen = (stream: ClientHttp2Stream, heard: Heard, onMessage: Asking['onMessage']): void => {
  const enough = (): void => {
    heard.status ??= STATUS.ok;
    stream.close(constants.NGHTTP2_CANCEL);
  };
  const read = createFrameReader(MESSAGE_LIMIT_BYTES, (message) => {
    if (heard.status === null && !onMessage(message)) enough();
  });
  stream.on('response', (headers) => hear(heard, headers));
  stream.on('trailers', (headers: IncomingHttpHeaders) => hear(heard, headers));
  stream.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      stream.destroy(error as Error);
    }
  });
  // A refusal leaves our side of an open call as it is.
  stream.on('end', () => stream.end());
};

/** One gRPC call by hand: the official client repeats, redials and hides which node answered. Never rejects. */
export const call = (session: ClientHttp2Session, asking: Asking): Promise<Answer> =>
  new Promise((resolve) => {
    const heard: Heard = { status: null, message: '', dateMs: null };
    const stream = session.request(headersOf(asking));
    const silent = setTimeout(() => {
      Object.assign(heard, { status: STATUS.deadline, message: `no answer within ${asking.timeoutMs} ms` });
      stream.close(constants.NGHTTP2_CANCEL);
    }, asking.timeoutMs);
    stream.on('error', (error: Error) => {
      heard.status ??= STATUS.away;
      heard.message ||= error.message;
    });
    stream.on('close', () => {
      clearTimeout(silent);
      const { status, message, dateMs } = heard;
      resolve({ status: status ?? STATUS.away, message: status === null ? 'the call was cut' : message, dateMs });
    });
    listen(stream, heard, asking.onMessage);
    // The call stays open on our side: a batch append that ends at once may be left without an answer.
    stream.write(frame(asking.message));
    if (!asking.path.endsWith('/BatchAppend')) stream.end();
  });
