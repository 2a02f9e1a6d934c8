import type { ChainNode } from '../chain-node';
import { type NodeFailure, nodeError } from './node-error';
import { type EndpointOptions, openEndpoint } from './open-endpoint';
import { retryAfterMs } from './patience';
import { failed, transportFailure } from './requests';
import { exchange, type HttpAnswer } from './transport';

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  /** Follows the endpoint's own path: begins with a slash, or is empty; with its query. */
  readonly path: string;
  readonly body: string | null;
  /** The largest answer that the call can need; more is not read. */
  readonly largestAnswerBytes: number;
  /** The call's name in errors, without keys and addresses. */
  readonly name: string;
}

/** Single HTTP requests to one endpoint, for families whose library has no transport. */
export interface HttpCaller extends ChainNode {
  /** Answers every status but 429 and 5xx, which are retried. Rejects with NodeError. */
  readonly call: (call: HttpCall) => Promise<HttpAnswer>;
  readonly clean: (text: string) => string;
}

const MOST_ATTEMPTS = 3;
const FIRST_RETRY_MS = 100;

type Outcome = { readonly answer: HttpAnswer } | { readonly failure: NodeFailure };

/** `https://node.example/v1/<key>?tag=a` and `/accounts?limit=1` are `https://node.example/v1/<key>/accounts?tag=a&limit=1`. */
export const urlOf = (endpoint: string, path: string): string => {
  const url = new URL(endpoint);
  const [place = '', query = ''] = path.split('?');
  url.pathname = `${url.pathname.replace(/\/$/, '')}${place}`;
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.append(name, value);
  return url.href;
};

/** Throws on an invalid URL, without repeating it. */
export const connectHttp = (options: EndpointOptions): HttpCaller => {
  const { timeoutMs, wait } = options;
  const { label, url, headers, clean, dispatcher, rate, patience } = openEndpoint(options);

  const outcomeOf = (answer: HttpAnswer): Outcome => {
    const { status } = answer;
    if (status === 429) {
      patience.pause(retryAfterMs(answer.headers['retry-after'], patience.now()));
      return { failure: failed('the node limits our requests (HTTP 429)', patience.isShort()) };
    }
    return status >= 500 ? { failure: failed(`HTTP ${status}`, true) } : { answer };
  };
  const attempt = async ({ method, path, body, largestAnswerBytes }: HttpCall): Promise<Outcome> => {
    const refusal = await patience.outlast();
    if (refusal !== null) return { failure: failed(refusal, false) };
    await rate.take(1);
    const sent = { method, url: urlOf(url, path), headers, body, timeoutMs, largestAnswerBytes };
    return exchange(dispatcher, sent)
      .then(outcomeOf)
      .catch((error: unknown) => ({ failure: transportFailure(error) }));
  };
  const call: HttpCaller['call'] = async (asked) => {
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await attempt(asked);
      if ('answer' in outcome) return outcome.answer;
      const { words, ...failure } = outcome.failure;
      if (!failure.isPassing || attempts === MOST_ATTEMPTS) {
        throw nodeError(`${label} ${asked.name}`, { ...failure, words: clean(words) });
      }
      await wait(FIRST_RETRY_MS * attempts * attempts);
    }
  };
  return { label, call, clean, close: () => dispatcher.destroy() };
};
