import { parseExactly } from '../../encodings/exact-json';
import { connectHttp, type HttpCaller } from '../../nodes/rpc/http-caller';
import { nodeError, propertyOf, wordsOf } from '../../nodes/rpc/node-error';
import type { EndpointOptions } from '../../nodes/rpc/open-endpoint';

export interface TronCalls {
  readonly label: string;
  /** POST to `/walletsolidity/<name>`; the answer is unchecked. Rejects with NodeError. */
  readonly ask: (name: string, asked: object) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** A block has 2 MB of transactions, and JSON contains them twice. */
const LARGEST_ANSWER_BYTES = 32 * 1024 * 1024;

const answerIn = ({ label, clean }: HttpCaller, name: string, status: number, text: string): unknown => {
  const failure = (words: string, refused: boolean) =>
    nodeError(`${label} ${name}`, { words: clean(words), refused, isPassing: false, code: null });
  if (status < 200 || status > 299) throw failure(`HTTP ${status}`, false);
  let answer: unknown;
  try {
    answer = parseExactly(text);
  } catch (error) {
    throw failure(`malformed answer: ${wordsOf(error)}`, false);
  }
  // Nodes answer their own errors with HTTP 200.
  const refusal = propertyOf(answer, 'Error');
  if (refusal !== undefined) throw failure(JSON.stringify(refusal), true);
  return answer;
};

/** Throws on an invalid URL, without repeating it. `onFailure` precedes each rejection. TronWeb only checks. */
export const connectCalls = (options: EndpointOptions, onFailure: () => void): TronCalls => {
  const http = connectHttp(options);
  const ask: TronCalls['ask'] = async (name, asked) => {
    const call = { path: `/walletsolidity/${name}`, body: JSON.stringify(asked), name } as const;
    try {
      const found = await http.call({ ...call, method: 'POST', largestAnswerBytes: LARGEST_ANSWER_BYTES });
      return answerIn(http, name, found.status, found.body.toString('utf8'));
    } catch (error) {
      onFailure();
      throw error;
    }
  };
  return { label: http.label, ask, close: http.close };
};
