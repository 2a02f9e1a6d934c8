import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sharedInFlight } from '../../commands/timing/shared-in-flight';

export interface MetricsPage {
  readonly contentType: string;
  readonly text: () => Promise<string>;
}

export interface MetricsServer {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

const MOST_CONNECTIONS = 20;
const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 65_000, maxHeaderSize: 8_192 };
const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
const PLAIN = 'text/plain; charset=utf-8';

/** Serves `GET /metrics` only. Rejects, naming the variables, when the port is not available. */
export const serveMetrics = async (page: MetricsPage, host: string, port: number): Promise<MetricsServer> => {
  const shared = { ...page, text: sharedInFlight(page.text) };
  const server = createServer(LIMITS, ({ url = '', method = '' }, response) => {
    if (url.split('?', 1)[0] !== '/metrics') end(response, 404, 'Only /metrics is served\n');
    else if (method !== 'GET' && method !== 'HEAD') end(response.setHeader('Allow', 'GET, HEAD'), 405, 'Only GET\n');
    else void answer(response, shared);
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${error.message})`;
      reject(new Error(`METRICS_PORT ${port} of METRICS_HOST ${host} ${why}`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const answer = async (response: ServerResponse, { text, contentType }: MetricsPage): Promise<void> => {
  try {
    end(response, 200, await text(), contentType);
  } catch {
    end(response, 500, 'The metrics are not available\n');
  }
};

const end = (response: ServerResponse, status: number, text: string, contentType = PLAIN): void => {
  response.writeHead(status, { ...HEADERS, 'Content-Type': contentType }).end(text);
};
