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
  | { readonly ok: false; readonly status: number | null; readonly error: string };

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
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  let status: number | null = null;
  try {
    const answer = await post(dispatcher, attempt, either);
    status = answer.statusCode;
    await drain(answer.body);
    const isAcknowledged = status >= 200 && status < 300;
    return isAcknowledged ? { ok: true, status } : { ok: false, status, error: `the receiver answered ${status}` };
  } catch (error) {
    if (timeout.aborted) return { ok: false, status, error: `no complete answer within ${timeoutMs} ms` };
    if (signal?.aborted === true) return { ok: false, status, error: 'the sender was stopped during the attempt' };
    return { ok: false, status, error: reasonOf(error) };
  }
};

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
