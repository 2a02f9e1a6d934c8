import { type Dispatcher, request } from 'undici';
import type { Headers } from './headers';

export interface Attempt {
  readonly url: string;
  /** The exact body, as text. */
  readonly body: string;
  readonly headers: Headers;
}

export interface SendDeps {
  readonly dispatcher: Dispatcher;
  /** For the whole attempt, from the name look-up to the last byte of the answer that is read. */
  readonly timeoutMs: number;
  /** Ends the attempt early when the process stops. */
  readonly signal?: AbortSignal;
}

export type SendResult =
  | { readonly ok: true; readonly status: number }
  /** `status` is null when there was no answer. */
  | {
      readonly ok: false;
      readonly status: number | null;
      readonly error: string;
      /** The time was over; absent for every other failure. */
      readonly isTimedOut?: true;
      /** The cause is our own and says nothing about the receiver. */
      readonly isOurs?: true;
      /** As the header has it, when there is one. */
      readonly retryAfter?: string;
    };

/** The answer is not used, but a receiver that sends a little text gets to the end of it. */
const MAXIMUM_ANSWER_BYTES = 20_000;

/**
 * One attempt. A 2xx acknowledges, and everything else is a failure: a redirect is not followed, and a receiver that
 * drips its answer for longer than the time allowed has not answered. Nothing is decompressed. Never rejects.
 */
export const sendWebhook = async (
  { dispatcher, timeoutMs, signal }: SendDeps,
  attempt: Attempt,
): Promise<SendResult> => {
  const ending = endingOf(timeoutMs, signal);
  let status: number | null = null;
  try {
    const answer = await post(dispatcher, attempt, ending.signal);
    status = answer.statusCode;
    await drain(answer.body);
    if (status >= 200 && status < 300) return { ok: true, status };
    return { ok: false, status, error: `the receiver answered ${status}`, ...restOf(answer.headers['retry-after']) };
  } catch (error) {
    return { ok: false, status, ...(ending.cause() ?? { error: reasonOf(error) }) };
  } finally {
    ending.forget();
  }
};

/**
 * The signal that ends one attempt, and which of its two causes did. `AbortSignal.any` would leave a little of every
 * attempt with `stopping`, which lives as long as the process.
 */
const endingOf = (timeoutMs: number, stopping: AbortSignal | undefined) => {
  const controller = new AbortController();
  const { signal } = controller;
  const endBecause = (cause: Cause) => () => controller.abort(cause);
  const onTimeout = endBecause({ error: `no complete answer within ${timeoutMs} ms`, isTimedOut: true });
  const onStop = endBecause({ error: 'the sender was stopped during the attempt', isOurs: true });
  const timer = setTimeout(onTimeout, timeoutMs);
  if (stopping?.aborted === true) onStop();
  stopping?.addEventListener('abort', onStop);
  const forget = () => {
    clearTimeout(timer);
    stopping?.removeEventListener('abort', onStop);
  };
  return { signal, cause: () => (signal.aborted ? (signal.reason as Cause) : null), forget };
};

type Cause = Pick<SendResult & { readonly ok: false }, 'error' | 'isTimedOut' | 'isOurs'>;

const restOf = (retryAfter: string | string[] | undefined) => (typeof retryAfter === 'string' ? { retryAfter } : {});

const post = (dispatcher: Dispatcher, { url, body, headers }: Attempt, signal: AbortSignal) =>
  request(url, { dispatcher, method: 'POST', headers, body: Buffer.from(body, 'utf8'), signal });

/** Leaving the loop early destroys the stream, and the connection with it. */
const drain = async (body: AsyncIterable<Buffer>): Promise<void> => {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAXIMUM_ANSWER_BYTES) return;
  }
};

const MAXIMUM_REASON_LENGTH = 200;

const reasonOf = (error: unknown): string => {
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  const reason = [code, message].filter((part) => part !== undefined && part !== '').join(': ');
  return (reason === '' ? String(error) : reason).slice(0, MAXIMUM_REASON_LENGTH);
};
