import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, Server as Listener } from 'node:net';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { Config } from '../config';

export interface Listening {
  /** URL on this machine. */
  readonly url: string;
  /** Accepts requests until the drain ends (DRAIN_MS, unless told), finishes those in flight, then accepts no more. */
  readonly stop: (drainMs?: number) => Promise<void>;
}

/** Keep-alive connections have this long to learn of their end from an answer before they are cut. */
const FAREWELL_MS = 500;
/** Between two connections at 200 a second there are 5 ms. */
const GAP_MS = 2;
const MOST_TURNS = 500;
/** Deadline for the last request, from the start of the stop. */
const STOP_WITHIN_MS = 8_500;

export type ListenConfig = Pick<Config, 'HOST' | 'PORT' | 'DRAIN_MS'>;
export type Wait = (waitMs: number) => Promise<void>;

/** Rejects naming HOST and PORT when it cannot listen. A stop accepts for DRAIN_MS more, until balancers notice. */
export const listen = async (server: Server, config: ListenConfig, wait: Wait = pause): Promise<Listening> => {
  const sayFarewell = farewellOf(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(faultOf(config, error)));
    server.listen(config.PORT, config.HOST, resolve);
  });
  return {
    url: urlOf(config.HOST, (server.address() as AddressInfo).port),
    stop: async (drainMs = config.DRAIN_MS) => {
      sayFarewell();
      const cut = setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS);
      const leastMs = (await hasConnections(server)) ? FAREWELL_MS : 0;
      await wait(Math.max(leastMs, drainMs));
      const farewell = setTimeout(() => server.closeIdleConnections(), FAREWELL_MS);
      await closeListener(server);
      clearTimeout(farewell);
      clearTimeout(cut);
    },
  };
};

/**
 * Accepts no more, and resolves when the last connection has ended. The kernel resets what is in the accept queue then, so
 * the listener closes in a gap between connections. `Server.close` of HTTP would cut idle connections too.
 */
const closeListener = async (server: Server): Promise<void> => {
  let lastMs = performance.now();
  server.on('connection', () => {
    lastMs = performance.now();
  });
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    await pause(1);
    // The turn of the event loop has just accepted what had come.
    await setImmediate();
    if (performance.now() - lastMs >= GAP_MS) break;
  }
  await new Promise<void>((resolve) => Listener.prototype.close.call(server, () => resolve()));
};

/** Once called, all current and later answers announce the end of their connection. */
const farewellOf = (server: Server): (() => void) => {
  const underWay = new Set<ServerResponse>();
  let isLeaving = false;
  const leave = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (isLeaving) leave(response);
  });
  return () => {
    isLeaving = true;
    underWay.forEach(leave);
  };
};

const hasConnections = (server: Server): Promise<boolean> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count > 0)));

const faultOf = ({ HOST, PORT }: ListenConfig, error: NodeJS.ErrnoException): Error => {
  const what =
    error.code === 'EADDRINUSE'
      ? `PORT ${PORT} of HOST ${HOST} is taken; stop who has it, or set another PORT`
      : `PORT ${PORT} of HOST ${HOST} cannot be opened (${error.message})`;
  return new Error(what, { cause: error });
};

/** A wildcard address is reachable on loopback. */
const urlOf = (host: string, port: number): string => {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};
