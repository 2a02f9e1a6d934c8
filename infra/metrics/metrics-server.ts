import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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

/** Serves `GET /metrics` only. Rejects, naming the variables, when the port is not available. */
export const serveMetrics = async (page: MetricsPage, host: string, port: number): Promise<MetricsServer> => {
  const text = sharedInFlight(page.text);
  const server = createServer(LIMITS, (request, response) => void answer(request, response, { ...page, text }));
  server.maxConnections = MOST_CONNECTIONS;
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const answer = async (request: IncomingMessage, response: ServerResponse, page: MetricsPage): Promise<void> => {
  response.setHeader('Cache-Control', 'no-store').setHeader('X-Content-Type-Options', 'nosniff');
  const path = (request.url ?? '').split('?', 1)[0];
  if (path !== '/metrics') {
    end(response, 404, 'Only /metrics is here\n');
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    end(response, 405, 'Only GET\n');
    return;
  }
  try {
    const text = await page.text();
    response.setHeader('Content-Type', page.contentType);
    end(response, 200, text);
  } catch {
    end(response, 500, 'The metrics cannot be told\n');
  }
};

const end = (response: ServerResponse, status: number, text: string): void => {
  response.statusCode = status;
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(text);
};

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be opened (${error.message})`;
      reject(new Error(`METRICS_PORT ${port} of METRICS_HOST ${host} ${why}`, { cause: error }));
    });
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
