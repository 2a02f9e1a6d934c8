import type { FetchGetUrlFunc } from 'ethers';

export const REQUEST_TIMEOUT_MS = 5_000;
/** A batch of ten full blocks of a busy chain is about 10 MB. */
const LARGEST_ANSWER_BYTES = 64 * 1024 * 1024;

const readBounded = async (response: Response): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    sizeBytes += bytes.byteLength;
    if (sizeBytes > LARGEST_ANSWER_BYTES) throw new Error('The answer is larger than 64 MB');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

/**
 * How ethers reaches a node: one attempt, a limit on the time of the whole answer (the library's own is on silence
 * only) and on its size, never redirected.
 */
export const boundedGetUrl =
  (timeoutMs: number): FetchGetUrlFunc =>
  async (request) => {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await readBounded(response);
    const headers = Object.fromEntries(response.headers.entries());
    return { statusCode: response.status, statusMessage: response.statusText, headers, body };
  };
