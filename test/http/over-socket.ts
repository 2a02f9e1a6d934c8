import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Express } from 'express';
import { createHttpServer } from '../../src/http/server';

export interface Listening {
  readonly server: Server;
  /** A connection whose every byte is the test's own. */
  readonly connection: () => Socket;
  /** Sends bytes as they are, one for each character; answers all that comes back until the server closes or has said a JSON body. */
  readonly overSocket: (text: string) => Promise<string>;
  readonly close: () => void;
}

/** The application behind the server that the service runs, on a port of loopback. */
export const listen = async (app: Express): Promise<Listening> => {
  const server = createHttpServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = () => connect((server.address() as AddressInfo).port, '127.0.0.1');
  return {
    server,
    connection,
    overSocket: (text) => exchange(connection(), text),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const exchange = async (socket: Socket, text: string): Promise<string> => {
  socket.setEncoding('latin1').write(text, 'latin1');
  let answer = '';
  for await (const chunk of socket) {
    answer += String(chunk);
    if (/\r\n\r\n[\s\S]*\}$/.test(answer)) break;
  }
  socket.destroy();
  return answer;
};
