import { Agent, request } from 'undici';
import { dialChecked, type TlsIdentity } from './dial';
import { jsonOf } from './json';
import { userAgent } from './user-agent';

export interface Answered {
  readonly status: number;
  /** JSON with every number as its text; undefined when the body is no JSON. */
  readonly body: unknown;
  readonly retryAfterMs: number | null;
}

/** Reads from providers. Rejects when no whole answer comes in time. */
export interface Reads {
  readonly get: (url: URL, timeoutMs: number, headers?: Readonly<Record<string, string>>) => Promise<Answered>;
  /** The same, with a client certificate. Closed with these. */
  readonly presenting: (identity: TlsIdentity) => Pick<Reads, 'get'>;
  readonly close: () => Promise<void>;
}

const DIAL_TIMEOUT_MS = 3_000;
const LARGEST_ANSWER_BYTES = 1_048_576;
const IDLE_CONNECTION_MS = 10_000;
const MOST_CONNECTIONS_A_HOST = 2;

const retryAfterMsOf = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,5}$/.test(header) ? Number(header) * 1_000 : null;

/** GET requests on a few connections that stay open. Follows no redirects. */
export const createReads = (): Reads => {
  const agents: Agent[] = [];
  const presenting = (identity: TlsIdentity | null): Pick<Reads, 'get'> => {
    const agent = agentWith(identity);
    agents.push(agent);
    return { get: getThrough(agent) };
  };
  const close = async (): Promise<void> => {
    await Promise.all(agents.map((agent) => agent.close()));
  };
  return { ...presenting(null), presenting, close };
};

const agentWith = (identity: TlsIdentity | null): Agent =>
  new Agent({
    ...{ connect: dialChecked(DIAL_TIMEOUT_MS, identity), connections: MOST_CONNECTIONS_A_HOST },
    ...{ keepAliveTimeout: IDLE_CONNECTION_MS, maxResponseSize: LARGEST_ANSWER_BYTES },
  });

const getThrough = (dispatcher: Agent): Reads['get'] => {
  const own = { accept: 'application/json', 'user-agent': userAgent() };
  return async (url, timeoutMs, given = {}) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { ...own, ...given };
    const { statusCode, headers: told, body } = await request(url, { dispatcher, headers, signal });
    const text = await body.text();
    return { status: statusCode, body: jsonOf(text), retryAfterMs: retryAfterMsOf(told['retry-after']) };
  };
};
