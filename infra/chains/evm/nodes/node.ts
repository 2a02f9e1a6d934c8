import { connectEndpoint, type RpcAnswer } from '../../nodes/rpc/endpoint';
import type { EndpointOptions } from '../../nodes/rpc/open-endpoint';

/** A call and the parser of its answer. `read` throws on a malformed answer. */
export interface Question<Answer> {
  readonly method: string;
  readonly parameters: readonly unknown[];
  /** The largest answer the method can need; more is not read. */
  readonly largestAnswerBytes: number;
  readonly repeatsRefusal: boolean;
  readonly read: (result: unknown) => Answer;
}

export type Settled<Answer> = { readonly answer: Answer } | { readonly error: Error };

type AnswersTo<Questions extends readonly Question<unknown>[]> = {
  readonly [Index in keyof Questions]: Questions[Index] extends Question<infer Answer> ? Answer : never;
};

export const answerIn = <Answer>(settled: Settled<Answer>): Answer => {
  if ('error' in settled) throw settled.error;
  return settled.answer;
};

export interface EvmNode {
  /** The URL's host: no credentials. */
  readonly label: string;
  /** The unchecked `result` of one JSON-RPC call. Rejects with NodeError. */
  readonly ask: (method: string, parameters: readonly unknown[]) => Promise<unknown>;
  readonly one: <Answer>(question: Question<Answer>) => Promise<Answer>;
  /** Batched into few HTTP requests; rejects when one question fails. */
  readonly all: <const Questions extends readonly Question<unknown>[]>(
    questions: Questions,
  ) => Promise<AnswersTo<Questions>>;
  /** As `all`, but each question may fail alone. */
  readonly settle: <Answer>(questions: readonly Question<Answer>[]) => Promise<readonly Settled<Answer>[]>;
  readonly close: () => Promise<void>;
}

export type EvmNodeOptions = EndpointOptions;

const OTHER_ANSWER_BYTES = 1024 * 1024;

export const settledBy = <Answer>(make: () => Answer): Settled<Answer> => {
  try {
    return { answer: make() };
  } catch (error) {
    return { error: asError(error) };
  }
};

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

export const connectNode = (options: EvmNodeOptions): EvmNode => {
  const endpoint = connectEndpoint(options);
  const { label } = endpoint;
  const readWith = <Answer>({ method, read }: Question<Answer>, answer: RpcAnswer): Settled<Answer> => {
    if ('error' in answer) return answer;
    const settled = settledBy(() => read(answer.result));
    // A named error already names its node.
    if (!('error' in settled) || settled.error.name !== 'Error') return settled;
    return { error: new Error(`${label} ${method}: ${settled.error.message}`) };
  };
  const settle: EvmNode['settle'] = async (questions) => {
    const answers = await endpoint.settle(questions);
    return questions.map((question, index) => readWith(question, answers[index]!));
  };
  const all = async (questions: readonly Question<unknown>[]): Promise<readonly unknown[]> =>
    (await settle(questions)).map(answerIn);
  const one: EvmNode['one'] = async (question) => {
    const [settled] = await settle([question]);
    return answerIn(settled!);
  };
  return {
    label,
    ask: (method, parameters) =>
      one({
        method,
        parameters,
        largestAnswerBytes: OTHER_ANSWER_BYTES,
        repeatsRefusal: false,
        read: (result) => result,
      }),
    one,
    all: all as EvmNode['all'],
    settle,
    close: endpoint.close,
  };
};
