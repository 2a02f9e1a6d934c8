import { Agent, request } from 'undici';

/** A login is answered within 3 s. */
export const CALL_TIMEOUT_MS = 2_000;
/** `isValidSignature` answers 32 bytes; envelopes and errors are short. */
export const LARGEST_ANSWER_BYTES = 4_096;
/** 2,000,000: enough for a wallet of many owners, far below a node's default limit. */
const GAS = '0x1e8480';
const CONNECTIONS = 8;

/** URL and headers may hold keys and appear in no error. */
export interface CallEndpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type AskNode = (
  method: 'eth_call' | 'eth_chainId',
  params: readonly unknown[],
  signal: AbortSignal,
) => Promise<string>;

export const callParams = (to: string, data: string): readonly unknown[] => [{ to, data, gas: GAS }, 'latest'];

/** A stranger's contract answers: rejects on more than 4 kB, a redirect, an encoding or another id. */
export const createAskNode = ({ url, headers }: CallEndpoint) => {
  const dispatcher = new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    connect: { timeout: CALL_TIMEOUT_MS },
    maxHeaderSize: LARGEST_ANSWER_BYTES,
    maxResponseSize: LARGEST_ANSWER_BYTES,
  });
  let asked = 0;
  const ask: AskNode = async (method, params, signal) => {
    asked += 1;
    const id = asked;
    const answer = await request(url, {
      ...{ dispatcher, signal, method: 'POST' },
      headers: { ...headers, 'content-type': 'application/json', 'accept-encoding': 'identity' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    });
    // A destroyed body emits an error, which would end the process without a listener.
    answer.body.on('error', () => undefined);
    const refused = refusalOf(answer.statusCode, answer.headers);
    if (refused !== null) {
      answer.body.destroy();
      throw new Error(refused);
    }
    return resultOf(await readBounded(answer.body), id);
  };
  return { ask, close: () => dispatcher.destroy() };
};

const refusalOf = (
  status: number,
  { 'content-encoding': encoding = 'identity' }: Readonly<Record<string, unknown>>,
): string | null => {
  if (status !== 200) return `The node answered ${status}`;
  return encoding === 'identity' ? null : 'The node compressed its answer without a request';
};

/** Leaving the loop destroys the stream and its connection. */
const readBounded = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > LARGEST_ANSWER_BYTES) throw new Error(`The answer is larger than ${LARGEST_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const HEX = /^0x[0-9a-f]*$/i;

/** Throws without the node's error text, which a contract may have written. */
const resultOf = (text: string, id: number): string => {
  const answer = parsed(text);
  if (typeof answer !== 'object' || answer === null || !('id' in answer) || answer.id !== id) {
    throw new Error('The answer of the node does not match the request');
  }
  const { result } = answer as { readonly result?: unknown };
  if (typeof result !== 'string' || !HEX.test(result)) throw new Error('The answer of the node has no bytes');
  return result.toLowerCase();
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The answer of the node is not JSON');
  }
};
