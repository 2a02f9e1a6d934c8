import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request; it may also never answer. */
export type Answer = (response: ServerResponse, webhook: ReceivedWebhook) => void;

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** In the order of arrival. */
  readonly received: readonly ReceivedWebhook[];
  /** How many connections were ever opened. */
  readonly connections: () => number;
  /** The most requests that were ever unanswered at one time. */
  readonly mostAtOnce: () => number;
  /** Resolves when so many requests have arrived in all. */
  readonly hasReceived: (count: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const answering =
  (status: number, body = ''): Answer =>
  (response) => {
    response.writeHead(status).end(body);
  };

/** A webhook receiver on loopback, on a port of its own. */
export async function startReceiver(answer: Answer = answering(200), host = '127.0.0.1'): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const waiting = new Set<() => void>();
  let [connections, open, mostAtOnce] = [0, 0, 0];
  const server = createServer((request, response) => {
    open += 1;
    mostAtOnce = Math.max(mostAtOnce, open);
    response.once('close', () => {
      open -= 1;
    });
    // A sender that hangs up in the middle is part of what tests do.
    void readWebhook(request).then(
      (webhook) => {
        received.push(webhook);
        answer(response, webhook);
        for (const check of waiting) check();
      },
      () => response.destroy(),
    );
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const hasReceived = (count: number) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (received.length < count) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/hook`;
  return { url, port, received, connections: () => connections, mostAtOnce: () => mostAtOnce, hasReceived, stop };
}

async function readWebhook(request: IncomingMessage): Promise<ReceivedWebhook> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', url = '', headers } = request;
  return { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
}
