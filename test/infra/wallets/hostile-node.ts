import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The node's reaction to a call; questions about its chain get true answers. */
export type Behaviour = (response: ServerResponse, asked: Asked) => void;

export interface HostileNode {
  readonly url: string;
  /** Bodies as they came, those about the chain's identity too. */
  readonly asked: readonly Asked[];
  readonly headers: readonly IncomingMessage['headers'][];
  readonly connections: () => number;
  /** Bytes of answers that were taken off our hands. */
  readonly sentBytes: () => number;
  readonly stop: () => Promise<void>;
}

export const CHAIN_ID = 31_337;

/** A node of its own making. */
export const hostileNode = async (behave: Behaviour, chainId = CHAIN_ID): Promise<HostileNode> => {
  const asked: Asked[] = [];
  const headers: IncomingMessage['headers'][] = [];
  let connections = 0;
  let closedBytes = 0;
  const open = new Set<{ readonly bytesWritten: number }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    // A client may hang up early.
    response.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
      asked.push(call);
      headers.push(request.headers);
      if (call.method === 'eth_chainId') answer(response, call, `0x${chainId.toString(16)}`);
      else behave(response, call);
    });
  });
  server.on('connection', (socket) => {
    connections += 1;
    open.add(socket);
    socket.on('close', () => {
      open.delete(socket);
      closedBytes += socket.bytesWritten;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ asked, headers },
    connections: () => connections,
    sentBytes: () => [...open].reduce((sum, { bytesWritten }) => sum + bytesWritten, closedBytes),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export const answer = (response: ServerResponse, { id }: Pick<Asked, 'id'>, result: string): void => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
};

/** Writes the text again and again, as fast as it is taken, until so many bytes were written. */
export const flood = (response: ServerResponse, text: string, bytes: number): void => {
  let written = 0;
  const more = (): void => {
    while (written < bytes) {
      written += text.length;
      if (!response.write(text)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
};
