import type { NodeFailure } from './node-error';
import { propertyOf } from './node-error';

export interface RpcCall {
  readonly method: string;
  readonly parameters: readonly unknown[];
  readonly largestAnswerBytes: number;
  readonly repeatsRefusal: boolean;
}

export type RpcOutcome = { readonly result: unknown } | { readonly failure: NodeFailure };

/** Ids count from `firstId`; a list, or the bare request when `alone`. */
export const encodeCalls = (calls: readonly RpcCall[], firstId: number, alone: boolean): string => {
  const requests = calls.map(({ method, parameters }, index) => ({
    jsonrpc: '2.0',
    id: firstId + index,
    method,
    params: parameters,
  }));
  return JSON.stringify(alone ? requests[0] : requests);
};

/** An answer unusable as a whole; `refusedBatch`: the node refused several calls at once. */
export type UselessAnswer = NodeFailure & { readonly refusedBatch: boolean };

const RATE_WORDS = /too many requests|rate.?limit|limit.{0,20}(second|minute)|throttl|compute units|request count/i;
const RATE_CODE = 429;

/** Not retried: unknown method, invalid request or parameters, reverted, pruned history, resource, limit or range. */
const LASTING_CODES = new Set([-32600, -32601, -32602, -32614, -32005, -32001, 3, 4444]);

export const isRateFailure = ({ refused, words, code }: NodeFailure): boolean =>
  refused && (code === RATE_CODE || RATE_WORDS.test(words));

/** Not retried: a range or answer too large for this node. */
const LASTING_WORDS = /range|too (large|wide|many results)|more than \d+ (results|logs|blocks)|exceed/i;

export const isLasting = ({ code, words }: Pick<NodeFailure, 'code' | 'words'>): boolean =>
  LASTING_CODES.has(code ?? 0) || LASTING_WORDS.test(words);

const refusalOf = (error: unknown, call: RpcCall | undefined): NodeFailure => {
  const message = propertyOf(error, 'message');
  const code = propertyOf(error, 'code');
  const failure = {
    words: typeof message === 'string' && message !== '' ? message : 'an error without a message',
    refused: true,
    isPassing: false,
    code: typeof code === 'number' ? code : null,
  };
  const isPassing = call?.repeatsRefusal === true && !isLasting(failure);
  return { ...failure, isPassing: isPassing || isRateFailure(failure) };
};

const malformed = (words: string): UselessAnswer => ({
  words: `malformed answer: ${words}`,
  refused: false,
  isPassing: true,
  code: null,
  refusedBatch: false,
});

const outcomeOf = (answer: unknown, call: RpcCall): RpcOutcome => {
  const error = propertyOf(answer, 'error');
  if (error !== undefined && error !== null) return { failure: refusalOf(error, call) };
  const result = propertyOf(answer, 'result');
  return result === undefined ? { failure: malformed('neither result nor error') } : { result };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const outcomesOf = (
  answers: readonly unknown[],
  calls: readonly RpcCall[],
  firstId: number,
): readonly RpcOutcome[] | UselessAnswer => {
  const outcomes = calls.map((): RpcOutcome => ({ failure: malformed('a call of the batch has none') }));
  const seen = new Set<number>();
  for (const answer of answers) {
    const id = propertyOf(answer, 'id');
    const index = typeof id === 'number' ? id - firstId : -1;
    const call = calls[index];
    if (call === undefined || seen.has(index)) return malformed('its ids are not those of the calls');
    seen.add(index);
    outcomes[index] = outcomeOf(answer, call);
  }
  return outcomes;
};

/** Outcomes in the order of the calls, one per call. */
export const decodeAnswers = (
  text: string,
  calls: readonly RpcCall[],
  firstId: number,
  alone: boolean,
): readonly RpcOutcome[] | UselessAnswer => {
  const parsed = parse(text);
  if (typeof parsed !== 'object' || parsed === null) return malformed('no JSON');
  if (!alone && !Array.isArray(parsed)) {
    const failure = refusalOf(propertyOf(parsed, 'error'), undefined);
    return { ...failure, refusedBatch: !isRateFailure(failure) };
  }
  const answers = alone ? [parsed] : (parsed as readonly unknown[]);
  // A node that cannot parse a request answers with a null id (JSON-RPC 2.0, section 5); some omit the id.
  if (alone && typeof propertyOf(parsed, 'id') !== 'number' && propertyOf(parsed, 'error') !== undefined) {
    return [outcomeOf(parsed, calls[0]!)];
  }
  return outcomesOf(answers, calls, firstId);
};
