import { type Dispatcher, request } from 'undici';
import type { Headers } from './headers';

export interface Attempt {
  readonly url: string;
  readonly body: string;
  readonly headers: Headers;
}

export interface SendDeps {
  readonly dispatcher: Dispatcher;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export type SendResult =
  | { readonly ok: true; readonly status: number }
  /** `status` is null without an answer. */
  | {
      readonly ok: false;
      readonly status: number | null;
      readonly error: string;
      readonly isTimedOut?: true;
      /** The cause is ours and says nothing about the receiver. */
      readonly isOurs?: true;
      readonly retryAfter?: string;
    };

/** The answer is not used; short answers are still read to the end. */
const MAXIMUM_ANSWER_BYTES = 20_000;

/** 2xx acknowledges, everything else fails. `timeoutMs` covers the whole answer. Never rejects. */
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

/** `AbortSignal.any` would leak memory per attempt into `stopping`, which exists as long as the process. */
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

/** Leaving the loop early destroys the stream and its connection. */
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
