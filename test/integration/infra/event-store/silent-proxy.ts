import { EventEmitter, once } from 'node:events';
import net from 'node:net';

/** A way to a database that can fall silent: it stays open and lets nothing through, as a network does that broke. */
export interface SilentProxy {
  readonly url: string;
  /** Mutes the present connections; later ones work. */
  readonly fallSilent: () => void;
  /** Resolves once this text was sent to the database. */
  readonly untilTold: (words: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const openSilentProxy = async (databaseUrl: string): Promise<SilentProxy> => {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  const told = new EventEmitter();
  let words = '';
  let silenced = new Set<net.Socket>();
  const forward = (from: net.Socket, to: net.Socket): void => {
    sockets.add(from);
    from.on('data', (bytes: Buffer) => {
      if (!silenced.has(from)) to.write(bytes);
    });
    from.on('error', () => undefined);
    from.on('close', () => sockets.delete(from));
    // A muted side that leaves gets no end from the other side, which is closed at once.
    from.on('end', () => (silenced.has(from) ? to.destroy() : to.end()));
  };
  const server = net.createServer({ allowHalfOpen: true }, (caller) => {
    const database = net.connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true });
    caller.on('data', (bytes: Buffer) => {
      words += bytes.toString('latin1');
      told.emit('more');
    });
    forward(caller, database);
    forward(database, caller);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.href,
    fallSilent: () => {
      silenced = new Set(sockets);
    },
    untilTold: async (expected) => {
      while (!words.includes(expected)) await once(told, 'more');
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
