import type { Dispatcher } from 'undici';
import type { CallRate } from './call-rate';
import { decodeAnswers, encodeCalls, isLasting, isRateFailure, type RpcCall, type RpcOutcome } from './json-rpc';
import { type NodeFailure, wordsOf } from './node-error';
import { type Patience, retryAfterMs } from './patience';
import { exchange, type HttpAnswer } from './transport';

export interface Batch {
  readonly calls: readonly RpcCall[];
  readonly alone: boolean;
}

export type BatchResult = readonly RpcOutcome[] | 'REFUSED_BATCH';

export interface RequesterOptions {
  readonly dispatcher: Dispatcher;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly rate: CallRate;
  readonly patience: Patience;
}

const LARGEST_ANSWER_BYTES = 64 * 1024 * 1024;

export const failed = (words: string, isPassing: boolean): NodeFailure => ({
  words,
  refused: false,
  isPassing,
  code: null,
});

/** A broken connection is worth a retry; an unreachable or silent node is not. */
const PASSING = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

export const transportFailure = (error: unknown): NodeFailure => {
  const { code } = error as { readonly code?: unknown };
  return failed(wordsOf(error), typeof code === 'string' && PASSING.has(code));
};

const eachOf = ({ calls }: Batch, failure: NodeFailure): readonly RpcOutcome[] => calls.map(() => ({ failure }));

/** Statuses about the request, which may be a batch too many; other statuses are about the node. */
const REQUEST_STATUS = new Set([400, 405, 413, 414, 422, 501]);

const isRefusal = (outcome: RpcOutcome): boolean => 'failure' in outcome && outcome.failure.refused;

/** The provider's own error beside an HTTP error status. */
const withStatus = (failure: NodeFailure, status: number): NodeFailure => ({
  words: `HTTP ${status}: ${failure.words}`,
  refused: REQUEST_STATUS.has(status) || isLasting(failure),
  isPassing: isRateFailure(failure) || (status >= 500 && !isLasting(failure)),
  code: failure.code,
});

const outcomesOfStatus = (status: number, batch: Batch, decoded: ReturnType<typeof decodeAnswers>): BatchResult => {
  if (!('refusedBatch' in decoded) && decoded.some(isRefusal)) {
    return decoded.map((one) =>
      'failure' in one && one.failure.refused ? { failure: withStatus(one.failure, status) } : one,
    );
  }
  if (!batch.alone && REQUEST_STATUS.has(status)) return 'REFUSED_BATCH';
  const hasError = 'refusedBatch' in decoded && decoded.refused;
  return eachOf(batch, hasError ? withStatus(decoded, status) : failed(`HTTP ${status}`, status >= 500));
};

const outcomesOf = (answer: HttpAnswer, batch: Batch, firstId: number, patience: Patience): BatchResult => {
  const { status, headers, body } = answer;
  if (status === 429) {
    patience.pause(retryAfterMs(headers['retry-after'], patience.now()));
    return eachOf(batch, failed('the node limits our requests (HTTP 429)', patience.isShort()));
  }
  const decoded = decodeAnswers(body.toString('utf8'), batch.calls, firstId, batch.alone);
  if (status < 200 || status > 299) return outcomesOfStatus(status, batch, decoded);
  if ('refusedBatch' in decoded) return decoded.refusedBatch ? 'REFUSED_BATCH' : eachOf(batch, decoded);
  return decoded;
};

const isRateOutcome = (outcome: RpcOutcome): boolean => 'failure' in outcome && isRateFailure(outcome.failure);

/** Waits for the rate limit, sends one HTTP request, and answers one outcome per call. */
export const createRequester = (options: RequesterOptions): ((batch: Batch) => Promise<BatchResult>) => {
  const { dispatcher, url, headers, timeoutMs, rate, patience } = options;
  let lastId = 0;
  return async (batch) => {
    const { calls, alone } = batch;
    const refusal = await patience.outlast();
    if (refusal !== null) return eachOf(batch, failed(refusal, false));
    await rate.take(calls.length);
    const firstId = lastId + 1;
    lastId += calls.length;
    const needed = calls.reduce((sum, { largestAnswerBytes }) => sum + largestAnswerBytes, 0);
    const largestAnswerBytes = Math.min(needed, LARGEST_ANSWER_BYTES);
    const body = encodeCalls(calls, firstId, alone);
    const posting = exchange(dispatcher, { method: 'POST', url, headers, body, timeoutMs, largestAnswerBytes });
    const result = await posting
      .then((answer) => outcomesOf(answer, batch, firstId, patience))
      .catch((error: unknown) => eachOf(batch, transportFailure(error)));
    if (result !== 'REFUSED_BATCH' && result.some(isRateOutcome)) patience.pause(null);
    return result;
  };
};
