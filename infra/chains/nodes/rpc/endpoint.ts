import { Agent } from 'undici';
import type { Clock } from '../../../../commands/ports/clock';
import type { Wait } from '../../reader-options';
import { unescaped } from '../../url-part';
import { createCallRate } from './call-rate';
import { fewAtOnce, partsOf } from './few-at-once';
import type { RpcCall, RpcOutcome } from './json-rpc';
import { type NodeError, nodeError, secretRemover } from './node-error';
import { createPatience } from './patience';
import { type Batch, type BatchResult, createRequester } from './requests';

const MOST_CALLS_PER_BATCH = 20;
const MOST_REQUESTS_AT_ONCE = 4;
const MOST_ATTEMPTS = 3;
const FIRST_RETRY_MS = 100;
/** How long an endpoint that refuses batches gets single calls. */
const SINGLES_MS = 60 * 60_000;

export type RpcAnswer = { readonly result: unknown } | { readonly error: NodeError };

export interface RpcEndpoint {
  readonly label: string;
  /** Answers in the order of the calls; each call is retried and fails by itself. */
  readonly settle: (calls: readonly RpcCall[]) => Promise<readonly RpcAnswer[]>;
  readonly close: () => Promise<void>;
}

export interface RpcEndpointOptions {
  /** http or https, with credentials or key as the provider wants them. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly callsPerSecond: number;
  readonly clock: Clock;
  readonly wait: Wait;
}

const parseUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null;
  // The URL may hold a key: it is not repeated.
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('An RPC URL is not an http or https URL');
  return url;
};

const headersOf = (url: URL, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const fixed = { ...headers, 'content-type': 'application/json' };
  if (url.username === '' && url.password === '') return fixed;
  const userInfo = `${unescaped(url.username)}:${unescaped(url.password)}`;
  return { ...fixed, authorization: `Basic ${Buffer.from(userInfo, 'utf8').toString('base64')}` };
};

const withoutUser = (url: URL): string => {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain.href;
};

/** Sends batches, or single calls to an endpoint that refuses batches. */
const batchSender = (sendOnce: (batch: Batch) => Promise<BatchResult>, clock: Clock) => {
  let singlesUntil = 0;
  const send = async (batch: Batch): Promise<readonly RpcOutcome[]> => {
    const result = await sendOnce(batch);
    if (result !== 'REFUSED_BATCH') return result;
    const sent = await fewAtOnce(batch.calls, MOST_REQUESTS_AT_ONCE, (call) => send({ calls: [call], alone: true }));
    const alone = sent.flat();
    // Where a single call fails too, the endpoint may have refused that call, and takes other batches.
    if (alone.every((outcome) => 'result' in outcome)) singlesUntil = clock.now() + SINGLES_MS;
    return alone;
  };
  return async (calls: readonly RpcCall[], most: number): Promise<readonly RpcOutcome[]> => {
    const size = clock.now() < singlesUntil ? 1 : most;
    const batches = partsOf(calls, size).map((part) => ({ calls: part, alone: part.length === 1 }));
    return (await fewAtOnce(batches, MOST_REQUESTS_AT_ONCE, send)).flat();
  };
};

const isPassing = (outcome: RpcOutcome): boolean => 'failure' in outcome && outcome.failure.isPassing;

/** Throws on an invalid URL, without repeating it. */
export const connectEndpoint = (options: RpcEndpointOptions): RpcEndpoint => {
  const { timeoutMs, clock, wait } = options;
  const url = parseUrl(options.url);
  const headers = headersOf(url, options.headers);
  const clean = secretRemover(url, headers);
  const dispatcher = new Agent({ connections: MOST_REQUESTS_AT_ONCE, connect: { timeout: timeoutMs } });
  const rate = createCallRate(options);
  const patience = createPatience({ clock, wait, slowDown: rate.slowDown });
  const sendOnce = createRequester({ dispatcher, url: withoutUser(url), headers, timeoutMs, rate, patience });
  const send = batchSender(sendOnce, clock);
  const mostPerBatch = (): number => Math.min(MOST_CALLS_PER_BATCH, rate.most());

  const settle: RpcEndpoint['settle'] = async (calls) => {
    const outcomes = [...(await send(calls, mostPerBatch()))];
    for (let attempts = 1; attempts < MOST_ATTEMPTS; attempts += 1) {
      const again = [...outcomes.keys()].filter((index) => isPassing(outcomes[index]!));
      if (again.length === 0) break;
      await wait(FIRST_RETRY_MS * attempts * attempts);
      const repeated = again.map((index) => calls[index]!);
      // A few failed calls are retried singly: the one that broke the batch then breaks only itself.
      const answers = await send(repeated, again.length > MOST_CALLS_PER_BATCH ? mostPerBatch() : 1);
      for (const [place, index] of again.entries()) outcomes[index] = answers[place]!;
    }
    return outcomes.map((outcome, index) => {
      if ('result' in outcome) return outcome;
      const { words, ...failure } = outcome.failure;
      return { error: nodeError(`${url.host} ${calls[index]!.method}`, { ...failure, words: clean(words) }) };
    });
  };
  return { label: url.host, settle, close: () => dispatcher.destroy() };
};
