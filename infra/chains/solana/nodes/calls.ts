import { Connection, type ConnectionConfig } from '@solana/web3.js';
import { parseExactly } from '../../encodings/exact-json';
import { connectHttp, type HttpCaller } from '../../nodes/rpc/http-caller';
import { isNodeError, type NodeError, nodeError, propertyOf, wordsOf } from '../../nodes/rpc/node-error';
import type { EndpointOptions } from '../../nodes/rpc/open-endpoint';

export interface SolanaCalls {
  readonly label: string;
  /** Rejects with NodeError, also on a malformed answer. */
  readonly ask: <Answer>(name: string, call: (connection: Connection) => Promise<Answer>) => Promise<Answer>;
  /** As `getTransaction` answers, unchecked. Rejects with NodeError. */
  readonly transaction: (signature: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export const FINALIZED = 'finalized';
/** The highest transaction version to ask for; a node answers an error for a later version. */
export const HIGHEST_VERSION = 1;

/** A thousand signatures with their memos, or a transaction with its logs. */
const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;

/** Requests go by our transport: the library knows no address. */
const NO_ADDRESS = 'http://node.invalid';

const poster =
  (http: HttpCaller) =>
  async (body: string, name: string): Promise<string> => {
    const call = { method: 'POST', path: '', body, largestAnswerBytes: LARGEST_ANSWER_BYTES, name } as const;
    const { status, body: answer } = await http.call(call);
    const text = answer.toString('utf8');
    // Some providers send the error of a call beside an HTTP error.
    if ((status >= 200 && status <= 299) || text.startsWith('{')) return text;
    throw nodeError(`${http.label} ${name}`, { words: `HTTP ${status}`, refused: false, isPassing: false, code: null });
  };

const connectionBy = (post: (body: string, name: string) => Promise<string>): Connection => {
  const fetch = async (_url: unknown, { body }: { readonly body: string }) => {
    const text = await post(body, String(propertyOf(JSON.parse(body), 'method')));
    return { ok: true, status: 200, statusText: '', text: async () => text };
  };
  return new Connection(NO_ADDRESS, {
    ...{ commitment: FINALIZED, disableRetryOnRateLimit: true, httpAgent: false },
    fetch: fetch as unknown as NonNullable<ConnectionConfig['fetch']>,
  });
};

const failureOf = ({ label, clean }: HttpCaller, name: string, error: unknown): NodeError => {
  if (isNodeError(error)) return error;
  const code = propertyOf(error, 'code');
  const isRefusal = typeof code === 'number';
  const words = clean(isRefusal ? wordsOf(error) : `malformed answer: ${wordsOf(error)}`);
  return nodeError(`${label} ${name}`, { words, refused: isRefusal, isPassing: false, code: isRefusal ? code : null });
};

const transactionRequest = (signature: string): string => {
  const config = { encoding: 'base64', commitment: FINALIZED, maxSupportedTransactionVersion: HIGHEST_VERSION };
  return JSON.stringify({ jsonrpc: '2.0', id: '1', method: 'getTransaction', params: [signature, config] });
};

/** The result; throws an error with the code of a refusal, or without one on a malformed answer. */
const resultIn = (text: string): unknown => {
  const answer = parseExactly(text);
  const error = propertyOf(answer, 'error');
  if (error !== undefined && error !== null) {
    throw Object.assign(new Error(wordsOf(error)), { code: propertyOf(error, 'code') });
  }
  const result = propertyOf(answer, 'result');
  if (result === undefined) throw new Error('neither result nor error');
  return result;
};

/** Throws on an invalid URL, without repeating it. `onFailure` is called before each rejection. */
export const connectCalls = (options: EndpointOptions, onFailure: () => void): SolanaCalls => {
  const http = connectHttp(options);
  const post = poster(http);
  const connection = connectionBy(post);
  const orNodeError = async <Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      onFailure();
      throw failureOf(http, name, error);
    }
  };
  return {
    label: http.label,
    ask: (name, call) => orNodeError(name, () => call(connection)),
    transaction: (signature) =>
      orNodeError('getTransaction', async () => resultIn(await post(transactionRequest(signature), 'getTransaction'))),
    close: http.close,
  };
};
