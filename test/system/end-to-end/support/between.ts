import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line between a client and a server that it can lose answers on. */
export interface Between {
  readonly url: string;
  /** From now on, answers to requests that begin so are received and not passed on, until it passes them again. */
  readonly keepAnswersTo: (start: string) => void;
  readonly passAll: () => void;
  /** Resolves when the server has answered a request that begins so, whether or not that was passed on. */
  readonly answered: (start: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** In front of a port of this machine. */
export const openBetween = async (port: number): Promise<Between> => {
  let kept = '';
  const waiting = new Set<{ readonly start: string; readonly done: () => void }>();
  const open = new Set<Socket>();
  const told = (request: string): void => {
    for (const wish of waiting) {
      if (!request.startsWith(wish.start)) continue;
      waiting.delete(wish);
      wish.done();
    }
  };
  const pass = (client: Socket): void => {
    const server = connect(port, '127.0.0.1');
    let request = '';
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (bytes: Buffer) => {
      request ||= bytes.toString('latin1');
      server.write(bytes);
    });
    server.on('data', (bytes: Buffer) => {
      if (kept === '' || !request.startsWith(kept)) client.write(bytes);
      told(request);
    });
  };
  const door = createServer(pass);
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    keepAnswersTo: (start) => {
      kept = start;
    },
    passAll: () => {
      kept = '';
    },
    answered: (start) => new Promise((done) => waiting.add({ start, done })),
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => door.close(resolve));
    },
  };
};

/** Free now; for a program that has to be known before it starts. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};
