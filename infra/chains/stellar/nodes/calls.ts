import { Horizon } from '@stellar/stellar-sdk';
import { fieldsOf, listOf, malformed } from '../../encodings/answers';
import type { ChainNode } from '../../nodes/chain-node';
import { messageOf } from '../../nodes/nodes-error';
import { connectHttp, type HttpCaller } from '../../nodes/rpc/http-caller';
import { nodeError, propertyOf } from '../../nodes/rpc/node-error';
import type { EndpointOptions } from '../../nodes/rpc/open-endpoint';
import type { HttpAnswer } from '../../nodes/rpc/transport';

export interface StellarCalls extends ChainNode {
  /** The answer, unchecked; null: Horizon has no such resource. Rejects with NodeError. */
  readonly ask: (call: (server: Horizon.Server) => Promise<unknown>) => Promise<unknown>;
}

/** Two hundred operations, each with its transaction; far fewer where a transaction changed much. */
const LARGEST_ANSWER_BYTES = 8 * 1024 * 1024;

/** Requests go by our transport: the library knows no address. */
const NO_ADDRESS = 'https://node.invalid';

const NOT_FOUND = 404;

/** A wrong address answers 404 too, which proves nothing about the resource. */
const isMissing = (status: number, answer: unknown): boolean =>
  status === NOT_FOUND && String(propertyOf(answer, 'type')).endsWith('/not_found');

const answerOf = ({ status, body }: HttpAnswer): unknown => {
  const isGood = status >= 200 && status <= 299;
  if (!isGood && status !== NOT_FOUND) throw new Error(`HTTP ${status}`);
  const answer: unknown = JSON.parse(body.toString('utf8'));
  if (isGood) return answer;
  if (isMissing(status, answer)) return null;
  throw new Error(`HTTP ${status}`);
};

const nameOf = (path: string): string => path.split(/[/?]/).findLast((part) => /^[a-z]+$/.test(part)) ?? 'root';

const getter = (http: HttpCaller) => async (url: string) => {
  const { pathname, search } = new URL(url);
  const path = `${pathname === '/' ? '' : pathname}${search}`;
  const call = { path, method: 'GET', body: null, largestAnswerBytes: LARGEST_ANSWER_BYTES } as const;
  const name = nameOf(pathname);
  const answer = await http.call({ ...call, name });
  try {
    return answerOf(answer);
  } catch (error) {
    const words = http.clean(messageOf(error));
    throw nodeError(`${http.label} ${name}`, { words, refused: false, isPassing: false, code: null });
  }
};

/** Answer and failure pass the library as they are: it would make functions of links, and other errors of ours. */
const serverBy = (get: (url: string) => Promise<unknown>): Horizon.Server => {
  const httpClient = {
    get: (url: string) =>
      get(url).then(
        (answer) => ({ data: { answer } }),
        (failure: unknown) => ({ data: { failure } }),
      ),
  };
  return Object.assign(new Horizon.Server(NO_ADDRESS), { httpClient });
};

/** Throws on an invalid URL, without repeating it. */
export const connectCalls = (options: EndpointOptions): StellarCalls => {
  const http = connectHttp(options);
  const server = serverBy(getter(http));
  return {
    ...{ label: http.label, close: http.close },
    ask: async (call) => {
      const told = await call(server);
      const failure = propertyOf(told, 'failure');
      if (failure !== undefined) throw failure as Error;
      return propertyOf(told, 'answer');
    },
  };
};

/** Throws when the answer is no page. */
export const recordsOf = (answer: unknown, what: string): readonly Readonly<Record<string, unknown>>[] => {
  if (answer === null) throw malformed(what);
  return listOf(propertyOf(propertyOf(answer, '_embedded'), 'records'), what).map((one) => fieldsOf(one, what));
};
