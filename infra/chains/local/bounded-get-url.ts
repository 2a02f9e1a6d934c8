import type { FetchGetUrlFunc } from 'ethers';
import type { Dispatcher } from 'undici';
import { exchange } from '../nodes/rpc/transport';

const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;

/** Transport for ethers: one attempt, bounded in time and size, no redirects. */
export const boundedGetUrl =
  (dispatcher: Dispatcher, timeoutMs: number): FetchGetUrlFunc =>
  async (request) => {
    // The HTTP client sets the length itself.
    const { 'content-length': _length, ...headers } = request.headers;
    const answer = await exchange(dispatcher, {
      method: 'POST',
      url: request.url,
      headers,
      body: Buffer.from(request.body ?? new Uint8Array()).toString('utf8'),
      timeoutMs,
      largestAnswerBytes: LARGEST_ANSWER_BYTES,
    });
    const told = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
    return {
      statusCode: answer.status,
      statusMessage: '',
      headers: Object.fromEntries(told) as Record<string, string>,
      body: answer.body,
    };
  };
