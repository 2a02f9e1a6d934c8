import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'lossless-json';
import { Agent, request } from 'undici';
import { projectRoot } from '../../project-root';
import { dialChecked } from './dial';

export interface Answered {
  readonly status: number;
  /** JSON with every number as its text; undefined when the body is no JSON. */
  readonly body: unknown;
  /** Null when the answer tells none. */
  readonly retryAfterMs: number | null;
}

/** Reads from providers. Rejects when no whole answer comes in time. */
export interface Reads {
  readonly get: (url: URL, timeoutMs: number) => Promise<Answered>;
  readonly close: () => Promise<void>;
}

const DIAL_TIMEOUT_MS = 3_000;
const LARGEST_ANSWER_BYTES = 1_048_576;
const IDLE_CONNECTION_MS = 10_000;
const MOST_CONNECTIONS_A_HOST = 2;

const versionOf = (): string => {
  const text = readFileSync(path.join(projectRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
};

const jsonOf = (text: string): unknown => {
  try {
    return parse(text, null, (digits) => digits);
  } catch {
    return undefined;
  }
};

const retryAfterMsOf = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,5}$/.test(header) ? Number(header) * 1_000 : null;

/** GET requests on a few connections that stay open. Follows no redirects. */
export const createReads = (): Reads => {
  const dispatcher = new Agent({
    ...{ connect: dialChecked(DIAL_TIMEOUT_MS), connections: MOST_CONNECTIONS_A_HOST },
    ...{ keepAliveTimeout: IDLE_CONNECTION_MS, maxResponseSize: LARGEST_ANSWER_BYTES },
  });
  const headers = { accept: 'application/json', 'user-agent': `lastro/${versionOf()}` };
  return {
    get: async (url, timeoutMs) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const { statusCode, headers: told, body } = await request(url, { dispatcher, headers, signal });
      const text = await body.text();
      return { status: statusCode, body: jsonOf(text), retryAfterMs: retryAfterMsOf(told['retry-after']) };
    },
    close: () => dispatcher.close(),
  };
};
