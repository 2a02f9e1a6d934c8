import { Agent, request } from 'undici';
import { serve } from './shared/serve';

export interface WebhookBaselineSettings {
  readonly url: string;
  readonly connections: number;
  /** As long as a notification's. */
  readonly bodyBytes: number;
}

/** undici alone: sends so many, as many at a time as there are connections. */
serve(async ({ url, connections, bodyBytes }: WebhookBaselineSettings) => {
  const dispatcher = new Agent({ connections });
  const body = JSON.stringify({ text: 'x'.repeat(bodyBytes) });
  const headers = { 'content-type': 'application/json', 'webhook-signature': 'x'.repeat(48) };
  const sendAll = async (count: number): Promise<null> => {
    let left = count;
    const work = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await (await request(url, { dispatcher, method: 'POST', headers, body })).body.dump();
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    return null;
  };
  return { answer: ({ count }: { readonly count: number }) => sendAll(count), close: () => dispatcher.destroy() };
});
