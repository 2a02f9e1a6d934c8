import type { EventEmitter } from 'node:events';
import net from 'node:net';
import { type Server, ServerCredentials } from '@grpc/grpc-js';

/** A door of our own, so that connections can be counted and cut. */
export const openDoor = (server: Server, changed: EventEmitter) => {
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  const sockets = new Set<net.Socket>();
  let port = 0;
  let accepted = 0;
  let door: net.Server | null = null;
  const listen = async (): Promise<void> => {
    const opened = net.createServer((socket) => {
      accepted += 1;
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        changed.emit('changed');
      });
      injector.injectConnection(socket);
      changed.emit('changed');
    });
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject);
      opened.listen(port, '127.0.0.1', resolve);
    });
    door = opened;
    port = (opened.address() as net.AddressInfo).port;
  };
  const shutDown = async (): Promise<void> => {
    const closed = new Promise((resolve) => (door === null ? resolve(null) : door.close(resolve)));
    door = null;
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { listen, shutDown, connections: () => sockets.size, accepted: () => accepted, port: () => port };
};
