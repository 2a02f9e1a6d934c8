import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rest } from '../../../../infra/timing/rest';

/** Faults that need no knowledge of the chain. */
export const TRANSPORT_FAULTS = ['dropConnections', 'garbage', 'half', 'tooManyRequests', 'slow'] as const;

export type TransportFault = (typeof TRANSPORT_FAULTS)[number];

const SLOW_MS = 1_500;

export interface ServedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: string;
}

export interface ServedAnswer {
  readonly status?: number;
  readonly body: unknown;
}

export interface FaultyServer {
  readonly url: string;
  /** Null without a fault. */
  fault: TransportFault | null;
  /** Requests, in order. */
  readonly requests: ServedRequest[];
  readonly close: () => Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const answer = (response: ServerResponse, fault: TransportFault | null, { status = 200, body }: ServedAnswer): void => {
  const text = JSON.stringify(body);
  if (fault === 'dropConnections') response.destroy();
  else if (fault === 'garbage') response.end('<html>Hello</html>');
  else if (fault === 'half') response.end(text.slice(0, text.length / 2));
  else if (fault === 'tooManyRequests') response.writeHead(429, { 'retry-after': '1' }).end();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(text);
};

/** An endpoint on loopback whose answers `handle` gives; a thrown error is HTTP 500. */
export const openFaultyServer = async (
  handle: (request: ServedRequest) => ServedAnswer | Promise<ServedAnswer>,
): Promise<FaultyServer> => {
  const requests: ServedRequest[] = [];
  const server = createServer(async (request, response) => {
    const asked = { method: request.method ?? '', path: request.url ?? '', body: await bodyOf(request) };
    requests.push(asked);
    const told = await Promise.resolve(asked)
      .then(handle)
      .catch((error: unknown) => ({ status: 500, body: { error: String(error) } }));
    if (opened.fault === 'slow') await rest(SLOW_MS, new AbortController().signal);
    answer(response, opened.fault, told);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const opened: FaultyServer = {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, fault: null, requests },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return opened;
};
