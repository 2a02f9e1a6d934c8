import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from './shared/serve';

export interface WebhookReceiverSettings {
  /** Requests to it are never answered. */
  readonly hangingPath: string;
}

/** `reset` begins a measurement with answers after so many milliseconds; absent: how it goes. */
export interface WebhookQuestion {
  readonly reset?: { readonly latencyMs: number };
}

export interface WebhooksReceived {
  readonly url: string;
  readonly count: number;
  /** From the first to the last that arrived. */
  readonly perSecond: number;
  /** Milliseconds since 1970 of each. */
  readonly arrivedMs: readonly number[];
}

/** Takes webhooks, each after reading it whole. */
serve(async ({ hangingPath }: WebhookReceiverSettings) => {
  let [latencyMs, count, firstMs, lastMs] = [0, 0, 0, 0];
  let arrivedMs: number[] = [];
  const server = createServer((request, response) => {
    if (request.url === hangingPath) return;
    request.resume().on('end', () => {
      lastMs = performance.now();
      if (count === 0) firstMs = lastMs;
      count += 1;
      arrivedMs.push(Date.now());
      const answer = () => response.writeHead(200).end();
      if (latencyMs === 0) answer();
      else setTimeout(answer, latencyMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    answer: async ({ reset }: WebhookQuestion): Promise<WebhooksReceived> => {
      if (reset !== undefined) [latencyMs, count, arrivedMs] = [reset.latencyMs, 0, []];
      return { url, count, perSecond: count < 2 ? 0 : (count - 1) / ((lastMs - firstMs) / 1_000), arrivedMs };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
});
