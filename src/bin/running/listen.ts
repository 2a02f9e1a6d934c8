import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { Config } from '../../config';

export interface Listening {
  /** URL on this machine. */
  readonly url: string;
  /** Accepts requests until the drain ends (DRAIN_MS, unless given), finishes those in flight, then accepts no more. */
  readonly stop: (drainMs?: number) => Promise<void>;
}

/** Keep-alive connections have this time to get the notice of their end with an answer. */
const FAREWELL_MS = 500;
/** Between two connections at 200 a second there are 5 ms. */
const GAP_MS = 2;
const MOST_TURNS = 500;
/** Deadline for the last request, from the start of the stop. */
const STOP_WITHIN_MS = 8_500;

export type ListenConfig = Pick<Config, 'HOST' | 'PORT' | 'DRAIN_MS'> & {
  /** Before the names of the variables; absent: nothing. */
  readonly prefix?: string;
};
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
      await untilGap(server);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      clearTimeout(cut);
    },
  };
};

export interface Turns {
  readonly nowMs: () => number;
  /** A turn of the event loop, which accepts the connections in the accept queue. */
  readonly turn: () => Promise<unknown>;
}

const TURNS: Turns = { nowMs: () => performance.now(), turn: () => pause(1).then(() => setImmediate()) };

/** Resolves when no connection waits. The kernel resets each one that a closing listener has not accepted. */
export const untilGap = async (server: Pick<Server, 'on'>, { nowMs, turn }: Turns = TURNS): Promise<void> => {
  let lastMs = nowMs();
  server.on('connection', () => {
    lastMs = nowMs();
  });
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    await turn();
    if (nowMs() - lastMs >= GAP_MS) return;
  }
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

const faultOf = ({ HOST, PORT, prefix = '' }: ListenConfig, error: NodeJS.ErrnoException): Error => {
  const what =
    error.code === 'EADDRINUSE'
      ? `${prefix}PORT ${PORT} of ${prefix}HOST ${HOST} is in use: stop the other program, or set another ${prefix}PORT`
      : `${prefix}PORT ${PORT} of ${prefix}HOST ${HOST} cannot be opened (${error.message})`;
  return new Error(what, { cause: error });
};

/** A wildcard address is reachable on loopback. */
const urlOf = (host: string, port: number): string => {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};
