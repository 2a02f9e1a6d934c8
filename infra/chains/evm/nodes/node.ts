import { connectEndpoint, type RpcAnswer, type RpcEndpointOptions } from './rpc/endpoint';

/** One call and how its answer is read. `read` throws on an answer that is not of its shape. */
export interface Question<Answer> {
  readonly method: string;
  readonly parameters: readonly unknown[];
  /** What the method can need at most: more is not read. */
  readonly largestAnswerBytes: number;
  /** Whether an answer that is an error may be another one at the next attempt. */
  readonly repeatsRefusal: boolean;
  readonly read: (result: unknown) => Answer;
}

export type Settled<Answer> = { readonly answer: Answer } | { readonly error: Error };

type AnswersTo<Questions extends readonly Question<unknown>[]> = {
  readonly [Index in keyof Questions]: Questions[Index] extends Question<infer Answer> ? Answer : never;
};

/** Throws when it is an error. */
export const answerIn = <Answer>(settled: Settled<Answer>): Answer => {
  if ('error' in settled) throw settled.error;
  return settled.answer;
};

/** One JSON-RPC node of a network. */
export interface EvmNode {
  /** Its host, without what an URL may hide. */
  readonly label: string;
  /** The `result` of one JSON-RPC call, unchecked. Rejects with NodeError. */
  readonly ask: (method: string, parameters: readonly unknown[]) => Promise<unknown>;
  readonly one: <Answer>(question: Question<Answer>) => Promise<Answer>;
  /** All of them, in as few HTTP requests as may be; rejects when one fails. */
  readonly all: <const Questions extends readonly Question<unknown>[]>(
    questions: Questions,
  ) => Promise<AnswersTo<Questions>>;
  /** As `all`, each by itself. */
  readonly settle: <Answer>(questions: readonly Question<Answer>[]) => Promise<readonly Settled<Answer>[]>;
  readonly close: () => Promise<void>;
}

export type EvmNodeOptions = RpcEndpointOptions;

const OTHER_ANSWER_BYTES = 1024 * 1024;

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

export const connectNode = (options: EvmNodeOptions): EvmNode => {
  const endpoint = connectEndpoint(options);
  const { label } = endpoint;
  const readWith = <Answer>({ method, read }: Question<Answer>, answer: RpcAnswer): Settled<Answer> => {
    if ('error' in answer) return answer;
    try {
      return { answer: read(answer.result) };
    } catch (error) {
      const reason = asError(error);
      // One with a name of its own says which node it is about.
      return { error: reason.name === 'Error' ? new Error(`${label} ${method}: ${reason.message}`) : reason };
    }
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
