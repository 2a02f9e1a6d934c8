import { fieldsOf, malformed } from '../../encodings/answers';
import { messageOf } from '../../nodes/nodes-error';
import { connectHttp, type HttpCaller } from '../../nodes/rpc/http-caller';
import { type NodeError, nodeError, propertyOf } from '../../nodes/rpc/node-error';
import type { EndpointOptions } from '../../nodes/rpc/open-endpoint';

export type Fields = Readonly<Record<string, unknown>>;

export interface RippledCall<Answer> {
  readonly method: string;
  readonly params: object;
  /** Throws on a malformed result. */
  readonly read: (result: Fields) => Answer;
}

export interface RippledCalls {
  readonly label: string;
  /** Rejects with NodeError, also on a malformed answer. */
  readonly ask: <Answer>(call: RippledCall<Answer>) => Promise<Answer>;
  /** Null: the node's error has this name. */
  readonly find: <Answer>(call: RippledCall<Answer>, absent: string) => Promise<Answer | null>;
  readonly close: () => Promise<void>;
}

const API_VERSION = 2;
/** Two hundred transactions with their metadata. */
const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;

type Told = { readonly result: Fields } | { readonly error: string };

/** Names of errors are camel case; messages of a node may repeat keys. */
const errorIn = (result: Fields): string | null => {
  const { error } = result;
  if (error === undefined && result['status'] !== 'error') return null;
  return typeof error === 'string' && /^[A-Za-z]{1,40}$/.test(error) ? error : 'an error without a name';
};

const toldIn = (text: string): Told => {
  const result = fieldsOf(propertyOf(JSON.parse(text), 'result'), 'result');
  const error = errorIn(result);
  return error === null ? { result } : { error };
};

const failureOf = ({ label }: HttpCaller, method: string, words: string, refused: boolean): NodeError =>
  nodeError(`${label} ${method}`, { words, refused, isPassing: false, code: null });

const post = async (http: HttpCaller, method: string, params: object): Promise<string> => {
  const body = JSON.stringify({ method, params: [{ ...params, api_version: API_VERSION }] });
  const call = { method: 'POST', path: '', body, largestAnswerBytes: LARGEST_ANSWER_BYTES, name: method } as const;
  const { status, body: answer } = await http.call(call);
  if (status < 200 || status > 299) throw failureOf(http, method, `HTTP ${status}`, false);
  return answer.toString('utf8');
};

/** Throws on an invalid URL, without repeating it. */
export const connectCalls = (options: EndpointOptions): RippledCalls => {
  const http = connectHttp(options);
  const orMalformed = <Answer>(method: string, read: () => Answer): Answer => {
    try {
      return read();
    } catch (error) {
      const words = error instanceof SyntaxError ? malformed('no JSON').message : messageOf(error);
      throw failureOf(http, method, words, false);
    }
  };
  const toldBy = async ({ method, params }: Pick<RippledCall<unknown>, 'method' | 'params'>): Promise<Told> => {
    const text = await post(http, method, params);
    return orMalformed(method, () => toldIn(text));
  };
  const answerOf = <Answer>({ method, read }: RippledCall<Answer>, told: Told): Answer => {
    if ('error' in told) throw failureOf(http, method, told.error, true);
    return orMalformed(method, () => read(told.result));
  };
  return {
    ...{ label: http.label, close: http.close },
    ask: async (call) => answerOf(call, await toldBy(call)),
    find: async (call, absent) => {
      const told = await toldBy(call);
      return 'error' in told && told.error === absent ? null : answerOf(call, told);
    },
  };
};
