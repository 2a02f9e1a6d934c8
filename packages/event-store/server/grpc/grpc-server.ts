import { createHash, timingSafeEqual } from 'node:crypto';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { type Call, openCall } from './call';
import { asRefusal, refusal, STATUS } from './refusal';

/** The call ends when the promise settles. */
export type Handler = (call: Call) => Promise<void>;

export interface Method {
  readonly handler: Handler;
  /** Needs no credentials: clients ask for the server's features before they send any. */
  readonly isPublic: boolean;
}

export interface GrpcSettings {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** PEM; the official client sends credentials over TLS only. */
  readonly certificate: string;
  readonly privateKey: string;
  readonly nowMs: () => number;
  readonly warn: (message: string) => void;
}

export interface GrpcServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const WINDOW_BYTES = 1024 * 1024;
/** Also what a call that is not read at the moment may leave in memory. */
const CALL_WINDOW_BYTES = 256 * 1024;
const HTTP2_OPTIONS = {
  settings: { initialWindowSize: CALL_WINDOW_BYTES, maxConcurrentStreams: 2_000 },
  maxSessionMemory: 256,
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const createDoor = (user: string, password: string): ((authorization: string | undefined) => boolean) => {
  const expected = digest(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
  return (authorization) => timingSafeEqual(digest(authorization ?? ''), expected);
};

const serve = async (call: Call, handler: Handler, warn: (message: string) => void): Promise<void> => {
  try {
    await handler(call);
    call.finish();
  } catch (error) {
    call.finish(asRefusal(error, warn));
  }
};

const listenOnLoopback = (server: Http2SecureServer, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** Open sockets, those still in the TLS handshake included. */
const trackSockets = (server: Http2SecureServer, warn: (line: string) => void): Set<Socket> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('session', (session) => {
    session.setLocalWindowSize(WINDOW_BYTES);
    session.on('error', (error: Error) => warn(`connection failed: ${error.message}`));
  });
  server.on('tlsClientError', (error: Error) => warn(`connection failed: ${error.message}`));
  return sockets;
};

/** gRPC over HTTP/2 on loopback, as far as the EventStoreDB protocol needs it. */
export const startGrpcServer = async (
  settings: GrpcSettings,
  methods: ReadonlyMap<string, Method>,
): Promise<GrpcServer> => {
  const server = createSecureServer({ ...HTTP2_OPTIONS, cert: settings.certificate, key: settings.privateKey });
  const admits = createDoor(settings.user, settings.password);
  const { nowMs, warn } = settings;
  const sockets = trackSockets(server, warn);
  server.on('stream', (stream, headers) => {
    const call = openCall(stream, headers, { nowMs: nowMs(), warn });
    const method = methods.get(headers[':path'] ?? '');
    const admitted = method?.isPublic === true || admits(headers.authorization);
    if (!admitted) call.finish(refusal(STATUS.UNAUTHENTICATED, 'Unknown user or password'));
    else if (method === undefined) call.finish(refusal(STATUS.UNIMPLEMENTED, `No method ${headers[':path'] ?? ''}`));
    else void serve(call, method.handler, warn);
  });
  const port = await listenOnLoopback(server, settings.port);
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port, close };
};
