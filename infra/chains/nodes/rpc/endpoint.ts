import type { Clock } from '../../../../commands/ports/clock';
import { fewAtOnce, partsOf } from './few-at-once';
import type { RpcCall, RpcOutcome } from './json-rpc';
import { type NodeError, nodeError } from './node-error';
import { type EndpointOptions, MOST_REQUESTS_AT_ONCE, openEndpoint } from './open-endpoint';
import { type Batch, type BatchResult, createRequester } from './requests';

const MOST_CALLS_PER_BATCH = 20;
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

const batchSender = (sendOnce: (batch: Batch) => Promise<BatchResult>, clock: Clock) => {
  let singlesUntil = 0;
  const send = async (batch: Batch): Promise<readonly RpcOutcome[]> => {
    const result = await sendOnce(batch);
    if (result !== 'REFUSED_BATCH') return result;
    const sent = await fewAtOnce(batch.calls, MOST_REQUESTS_AT_ONCE, (call) => send({ calls: [call], alone: true }));
    const alone = sent.flat();
    // If a single call fails too, the endpoint may refuse this call and accept other batches.
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
export const connectEndpoint = (options: EndpointOptions): RpcEndpoint => {
  const { timeoutMs, clock, wait } = options;
  const endpoint = openEndpoint(options);
  const { label, rate, dispatcher, clean } = endpoint;
  const sendOnce = createRequester({ ...endpoint, timeoutMs });
  const send = batchSender(sendOnce, clock);
  const mostPerBatch = (): number => Math.min(MOST_CALLS_PER_BATCH, rate.most());

  const settle: RpcEndpoint['settle'] = async (calls) => {
    const outcomes = [...(await send(calls, mostPerBatch()))];
    for (let attempts = 1; attempts < MOST_ATTEMPTS; attempts += 1) {
      const again = [...outcomes.keys()].filter((index) => isPassing(outcomes[index]!));
      if (again.length === 0) break;
      await wait(FIRST_RETRY_MS * attempts * attempts);
      const repeated = again.map((index) => calls[index]!);
      // A few failed calls are repeated singly: then the faulty call fails alone.
      const answers = await send(repeated, again.length > MOST_CALLS_PER_BATCH ? mostPerBatch() : 1);
      for (const [place, index] of again.entries()) outcomes[index] = answers[place]!;
    }
    return outcomes.map((outcome, index) => {
      if ('result' in outcome) return outcome;
      const { words, ...failure } = outcome.failure;
      return { error: nodeError(`${label} ${calls[index]!.method}`, { ...failure, words: clean(words) }) };
    });
  };
  return { label, settle, close: () => dispatcher.destroy() };
};
