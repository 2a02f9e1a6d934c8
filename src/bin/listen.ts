import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config';

export interface Listening {
  /** Where this machine reaches it. */
  readonly url: string;
  /** Takes requests until the drain is over, lets every one that has come end, and takes no other. */
  readonly stop: () => Promise<void>;
}

/** Callers that keep their connection learn from an answer within this that it ends, and are not cut off. */
const FAREWELL_MS = 500;
/** By when the last request has to have ended, counted from the beginning of the stop. */
const STOP_WITHIN_MS = 8_500;

export type ListenConfig = Pick<Config, 'HOST' | 'PORT' | 'DRAIN_MS'>;

/**
 * Opens HOST and PORT for the server. Rejects with their names when that cannot be. A stop goes on taking connections for
 * DRAIN_MS: whoever sends them has to ask whether this process is ready before it learns that it is not.
 */
export const listen = async (server: Server, config: ListenConfig, wait = pause): Promise<Listening> => {
  const sayFarewell = farewellOf(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(faultOf(config, error)));
    server.listen(config.PORT, config.HOST, resolve);
  });
  return {
    url: urlOf(config.HOST, (server.address() as AddressInfo).port),
    stop: async () => {
      sayFarewell();
      const cut = setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS);
      const leastMs = (await hasConnections(server)) ? FAREWELL_MS : 0;
      await wait(Math.max(leastMs, config.DRAIN_MS));
      await new Promise<void>((resolve) => server.close(() => resolve()));
      clearTimeout(cut);
    },
  };
};

/** Once called, every answer under way and every later one says that its connection ends with it. */
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

/** What listens everywhere is on loopback too. */
const urlOf = (host: string, port: number): string => {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};
