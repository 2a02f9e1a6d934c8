import http2, { type ClientHttp2Session } from 'node:http2';
import { createIdentity } from '../../../../../infra/event-store/client/certificate';
import { appendCall } from '../../../../../infra/event-store/server/calls/append-call';
import { batchAppendCall } from '../../../../../infra/event-store/server/calls/batch-append-call';
import { frame } from '../../../../../infra/event-store/server/grpc/frames';
import { type GrpcServer, startGrpcServer } from '../../../../../infra/event-store/server/grpc/grpc-server';
import type { IntakeLimits } from '../../../../../infra/event-store/server/grpc/intake';
import type { AppendRequest } from '../../../../../infra/event-store/server/log/append-request';
import type { Writer } from '../../../../../infra/event-store/server/log/writer';

const STREAMS = '/event_store.client.streams.Streams';
const MEBIBYTE = 1024 * 1024;

/** Small enough that a test reaches each. */
export const SMALL: IntakeLimits = {
  connections: 20,
  ofConnection: { requests: 5, batchCalls: 2, appends: 3, bytes: 2 * MEBIBYTE },
  inAll: { requests: 12, batchCalls: 4, appends: 5, bytes: 3 * MEBIBYTE },
};

export interface Doorway {
  readonly server: GrpcServer;
  /** What reached the writer. */
  readonly appended: AppendRequest[];
  readonly lines: string[];
  readonly connect: () => RawConnection;
  readonly close: () => Promise<void>;
}

export interface RawConnection {
  readonly session: ClientHttp2Session;
  readonly call: (method: 'Append' | 'BatchAppend', authorization?: string) => RawCall;
  readonly close: () => void;
}

export interface RawCall {
  /** Bytes as they are; resolves when they have left. */
  readonly write: (bytes: Buffer) => Promise<void>;
  readonly send: (message: Uint8Array) => Promise<void>;
  readonly end: () => void;
  readonly cancel: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** gRPC's status and message. */
  readonly ended: Promise<{ readonly status: number; readonly message: string }>;
  readonly bytesRead: () => number;
  /** Resolves once the condition holds; it is looked at whenever an answer comes. */
  readonly untilRead: (condition: () => boolean) => Promise<void>;
  /** The messages that came. */
  readonly answers: () => readonly Buffer[];
}

const PASSWORD = 'secret';
const AUTHORIZATION = `Basic ${Buffer.from(`lastro:${PASSWORD}`).toString('base64')}`;

const messagesIn = (bytes: Buffer): readonly Buffer[] => {
  const messages: Buffer[] = [];
  for (let at = 0; at + 5 <= bytes.length; ) {
    const end = at + 5 + bytes.readUInt32BE(at + 1);
    if (end > bytes.length) break;
    messages.push(bytes.subarray(at + 5, end));
    at = end;
  }
  return messages;
};

const callOver = (session: ClientHttp2Session, method: string, authorization = AUTHORIZATION): RawCall => {
  const stream = session.request({ ':method': 'POST', ':path': `${STREAMS}/${method}`, authorization });
  const parts: Buffer[] = [];
  let bytesRead = 0;
  const waiting = new Set<() => void>();
  const look = (): void => {
    for (const check of waiting) check();
  };
  stream.on('error', () => undefined);
  stream.on('data', (chunk: Buffer) => {
    parts.push(chunk);
    bytesRead += chunk.length;
    look();
  });
  const ended = new Promise<{ status: number; message: string }>((resolve) => {
    const told = (headers: http2.IncomingHttpHeaders): void => {
      if (headers['grpc-status'] === undefined) return;
      const message = decodeURIComponent([headers['grpc-message'] ?? ''].flat().join());
      resolve({ status: Number(headers['grpc-status']), message });
    };
    stream.on('response', told);
    stream.on('trailers', told);
  });
  const write = (bytes: Buffer): Promise<void> => new Promise((resolve) => void stream.write(bytes, () => resolve()));
  return {
    write,
    send: (message) => write(frame(message)),
    end: () => void stream.end(),
    cancel: () => stream.close(http2.constants.NGHTTP2_CANCEL),
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    ended,
    bytesRead: () => bytesRead,
    untilRead: (condition) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!condition()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    answers: () => messagesIn(Buffer.concat(parts)),
  };
};

/** The server's calls over a real connection, with a writer that appends everything at once. */
export const openDoorway = async (intake: IntakeLimits = SMALL): Promise<Doorway> => {
  const appended: AppendRequest[] = [];
  const lines: string[] = [];
  const warn = (line: string): void => void lines.push(line);
  const submit = (request: AppendRequest): void => {
    appended.push(request);
    request.answer({ outcome: 'appended', revision: request.events.length - 1, position: appended.length });
  };
  const writer = { submit } as unknown as Writer;
  const nowMs = (): number => 0;
  const identity = createIdentity();
  const methods = new Map(
    Object.entries({ Append: appendCall(writer), BatchAppend: batchAppendCall(writer, nowMs, warn) }).map(
      ([name, handler]) => [`${STREAMS}/${name}`, { handler, isPublic: false }],
    ),
  );
  const settings = { ...identity, port: 0, user: 'lastro', password: PASSWORD, nowMs, warn, intake };
  const server = await startGrpcServer(settings, methods);
  const sessions = new Set<ClientHttp2Session>();
  const connect = (): RawConnection => {
    const session = http2.connect(`https://localhost:${server.port}`, { ca: identity.certificate });
    session.on('error', () => undefined);
    sessions.add(session);
    return {
      session,
      call: (method, authorization) => callOver(session, method, authorization),
      close: () => session.destroy(),
    };
  };
  const close = async (): Promise<void> => {
    for (const session of sessions) session.destroy();
    await server.close();
  };
  return { server, appended, lines, connect, close };
};
