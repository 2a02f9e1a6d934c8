import type { FetchGetUrlFunc } from 'ethers';
import type { Dispatcher } from 'undici';
import { post } from '../evm/nodes/rpc/transport';

const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;

/** How ethers reaches a node: one attempt, bounded in time and size, never redirected. */
export const boundedGetUrl =
  (dispatcher: Dispatcher, timeoutMs: number): FetchGetUrlFunc =>
  async (request) => {
    // The length of the body is the client's business.
    const { 'content-length': _length, ...headers } = request.headers;
    const answer = await post(dispatcher, {
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
