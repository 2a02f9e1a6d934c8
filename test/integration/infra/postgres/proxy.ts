import net from 'node:net';

export interface PostgresProxy {
  /** The target's URL, by way of here. */
  readonly url: string;
  /** Holds back what the server sends from now on; connections stay open. */
  readonly mute: () => void;
  /** Passes the server's answers on again. Connections that have missed one are cut. */
  readonly unmute: () => void;
  /** Drops all further traffic of the open connections; new ones work. */
  readonly forget: () => void;
  /** Cuts every connection, and so many of those that follow. */
  readonly refuse: (connections: number) => void;
  readonly close: () => Promise<void>;
}

/** A proxy in front of PostgreSQL, or another server with a URL, that can disturb its connections. */
export async function createProxy(target: string): Promise<PostgresProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<net.Socket>();
  let forgotten: ReadonlySet<net.Socket> = new Set();
  let isMuted = false;
  let refusals = 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = net.createServer((near) => {
    if (refusals > 0) {
      refusals -= 1;
      near.destroy();
      return;
    }
    const far = net.connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    near.on('data', (data) => {
      if (!forgotten.has(near)) far.write(data);
    });
    far.on('data', (data) => {
      if (!isMuted && !forgotten.has(far)) near.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.href,
    mute: () => {
      isMuted = true;
    },
    unmute: () => {
      isMuted = false;
      cut();
    },
    forget: () => {
      forgotten = new Set(sockets);
    },
    refuse: (connections) => {
      refusals = connections;
      cut();
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}
