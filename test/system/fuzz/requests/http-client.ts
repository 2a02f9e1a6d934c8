import { Agent, request } from 'node:http';
import type { FuzzRequest } from './requests';

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The Retry-After header; null without one. */
  readonly retryAfter: string | null;
}

export interface HttpClient {
  /** Rejects when the connection was cut before an answer came. */
  readonly send: (asked: Pick<FuzzRequest, 'method' | 'path' | 'headers' | 'body'>) => Promise<Reply>;
  readonly close: () => void;
}

const ANSWER_TIMEOUT_MS = 30_000;

/** Node's own client: it sends any request, and gives a connection up for good when anything about it is odd. */
export const createHttpClient = (url: string, connections: number): HttpClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const send: HttpClient['send'] = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const options = { agent, hostname, port, method, path, headers, timeout: ANSWER_TIMEOUT_MS };
      const asked = request(options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
            retryAfter: answer.headers['retry-after'] ?? null,
          }),
        );
      });
      asked.on('timeout', () => asked.destroy(new Error('no answer came')));
      asked.on('error', reject);
      asked.end(body ?? undefined);
    });
  return { send, close: () => agent.destroy() };
};
