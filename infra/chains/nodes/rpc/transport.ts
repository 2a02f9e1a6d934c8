import { type Dispatcher, request } from 'undici';

export interface HttpAttempt {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** For the whole answer. */
  readonly timeoutMs: number;
  readonly largestAnswerBytes: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

const readBounded = async (body: AsyncIterable<Buffer>, largestBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    // Leaving the loop destroys the stream and its connection.
    if (sizeBytes > largestBytes) throw new Error(`The answer is larger than ${largestBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Makes a single attempt, bounded in time and size; no redirects, no decompression. */
export const exchange = async (dispatcher: Dispatcher, attempt: HttpAttempt): Promise<HttpAnswer> => {
  const { method, url, headers, body, timeoutMs, largestAnswerBytes } = attempt;
  const answer = await request(url, {
    dispatcher,
    method,
    headers,
    body: body === null ? null : Buffer.from(body, 'utf8'),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: await readBounded(answer.body, largestAnswerBytes),
  };
};
