import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '../../../infra/webhooks/signature';

export interface ReceivedWebhook {
  readonly id: string;
  readonly event: string;
  /** The intent or withdrawal of the webhook. */
  readonly about: string;
  readonly verified: boolean;
}

export interface WebhookReceiver {
  readonly url: string;
  /** Resolves once `count` different notifications about it arrived; rejects after `timeoutMs`. */
  readonly expect: (about: string, count: number, timeoutMs: number) => Promise<readonly ReceivedWebhook[]>;
  readonly all: () => readonly ReceivedWebhook[];
  readonly close: () => Promise<void>;
}

const MAXIMUM_BODY_BYTES = 20_000;

export const startReceiver = async (secret: string): Promise<WebhookReceiver> => {
  const received = new Map<string, ReceivedWebhook>();
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAXIMUM_BODY_BYTES) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const webhook = read(secret, request.headers as Record<string, string>, Buffer.concat(chunks).toString('utf8'));
      received.set(webhook.id, webhook);
      response.writeHead(webhook.verified ? 204 : 401).end();
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    all: () => [...received.values()],
    expect: (about, count, timeoutMs) => expectOf({ received, waiting }, about, count, timeoutMs),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

type Told = Pick<ReceivedWebhook, 'id' | 'event'> & { readonly intentId?: string; readonly withdrawId?: string };

const read = (secret: string, headers: Record<string, string>, body: string): ReceivedWebhook => {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const verdict = verifyWebhook({ headers, body }, { prefix: 'App', secret, nowSeconds, toleranceSeconds: 300 });
  const { id, event, ...told } = JSON.parse(body) as Told;
  return { id, event, about: told.intentId ?? told.withdrawId ?? '', verified: verdict.ok };
};

interface Inbox {
  readonly received: ReadonlyMap<string, ReceivedWebhook>;
  readonly waiting: Set<() => void>;
}

const expectOf = (
  { received, waiting }: Inbox,
  about: string,
  count: number,
  timeoutMs: number,
): Promise<readonly ReceivedWebhook[]> =>
  new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      waiting.delete(look);
    };
    const look = () => {
      const own = [...received.values()].filter((webhook) => webhook.about === about);
      if (own.length < count) return;
      finish();
      resolve(own);
    };
    const timer = setTimeout(() => {
      finish();
      reject(new Error(`Not all ${count} webhooks of ${about} arrived within ${timeoutMs} ms`));
    }, timeoutMs);
    waiting.add(look);
    look();
  });
