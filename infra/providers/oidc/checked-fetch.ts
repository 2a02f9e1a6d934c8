import { Agent, request } from 'undici';
import { rejection } from '../../../aggregates/rejection';
import { dialChecked } from '../http/dial';

const DIAL_TIMEOUT_MS = 2_000;
const LARGEST_ANSWER_BYTES = 1_048_576;
/** Connections to one provider. */
const MOST_CONNECTIONS = 4;

export interface Asked {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Dials checked addresses only, and follows no redirect. Refuses PROVIDER_FAILURE without an answer below 500. */
export const createCheckedFetch = () => {
  const dispatcher = new Agent({
    ...{ connect: dialChecked(DIAL_TIMEOUT_MS), connections: MOST_CONNECTIONS },
    maxResponseSize: LARGEST_ANSWER_BYTES,
  });
  const ask = async (url: string, { method, headers, body, signal }: Asked): Promise<Response> => {
    const sent = typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : null;
    const answer = await request(url, { dispatcher, method, headers, body: sent, signal: signal ?? null });
    const text = await answer.body.text();
    const type = answer.headers['content-type'];
    const init = { status: answer.statusCode, headers: { 'content-type': String(type ?? '') } };
    return new Response(text === '' ? null : text, init);
  };
  return async (url: string, asked: Asked): Promise<Response> => {
    const answer = await ask(url, asked).catch((): null => null);
    if (answer !== null && answer.status < 500) return answer;
    throw providerFailure();
  };
};

export const providerFailure = () =>
  rejection(
    'PROVIDER_FAILURE',
    'The identity provider does not answer. A link of ledger console login signs in meanwhile',
  );
