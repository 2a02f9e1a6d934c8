import type { Socket } from 'node:net';
import { cut } from './client-errors';

/** The connector by which grpc-js secures each socket of a channel. */
interface Connector {
  connect: (socket: Socket) => Promise<unknown>;
  /** Called once no channel uses the connector's address any more. */
  destroy: () => void;
}

/** Members of grpc-js 1.14 that its types omit. */
export interface ChannelCredentials {
  _createSecureConnector: (...parameters: readonly unknown[]) => Connector;
  _equals: (other: unknown) => boolean;
}

interface Owner {
  readonly isClosed: () => boolean;
  readonly onDestroyed: () => void;
}

const guardConnector = (connector: Connector, { isClosed, onDestroyed }: Owner): (() => void) => {
  const [connect, destroy] = [connector.connect.bind(connector), connector.destroy.bind(connector)];
  const sockets = new Set<Socket>();
  let destroyed = false;
  const end = (): void => {
    destroyed = true;
    // The last write, such as a cancellation, is still sent.
    setImmediate(() => {
      for (const socket of sockets) socket.destroy();
    });
  };
  connector.connect = async (socket) => {
    if (destroyed || isClosed()) throw cut();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return connect(socket);
  };
  connector.destroy = () => {
    destroy();
    end();
    onDestroyed();
  };
  return end;
};

/** Closes connections permanently: a closed channel of grpc-js would connect again. Ends all, and refuses new ones. */
export const guardCredentials = (credentials: ChannelCredentials): (() => void) => {
  const create = credentials._createSecureConnector.bind(credentials);
  const ends = new Set<() => void>();
  let closed = false;
  // The client could not end a shared connection separately.
  credentials._equals = (other) => other === credentials;
  credentials._createSecureConnector = (...parameters) => {
    const connector = create(...parameters);
    const end = guardConnector(connector, { isClosed: () => closed, onDestroyed: () => ends.delete(end) });
    ends.add(end);
    return connector;
  };
  return () => {
    closed = true;
    for (const end of ends) end();
    ends.clear();
  };
};
