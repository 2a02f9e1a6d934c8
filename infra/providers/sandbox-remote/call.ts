import type { Clock, Iso } from '../../../commands/ports/clock';
import type { CallContext, Failure, FailureCode, FailureKind, Result } from '../../../commands/ports/result';
import { failure } from '../failures';
import { type Exchange, exchange } from './exchange';
import { answerShape, CALLS, type CallName, type GivenTo, REMOTE_NAME, type ValueOf, written } from './protocol';

export interface RemoteOptions {
  /** Base address, without a trailing slash. */
  readonly url: string;
  readonly secret: string;
  readonly clock: Clock;
  /** Names the call and what became of it: neither what was asked nor what was answered. */
  readonly onTrouble: (message: string) => void;
}

/** Asks the sandbox that is a program of its own. Never rejects. */
export type Ask = <Name extends CallName>(
  name: Name,
  context: CallContext,
  given: GivenTo<Name>,
  /** Of an order: nothing is written later. */
  notAfter?: Iso,
) => Promise<Result<ValueOf<Name>>>;

/** More than the longest list that the sandbox gives; what is longer is asked for in parts. */
export const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024;

/** An order may have happened; a question that has no answer has changed nothing. */
const failedAs = (name: CallName, ifOrdered: FailureKind, code: FailureCode, message: string): Failure =>
  failure(REMOTE_NAME, CALLS[name].nature === 'ORDER' ? ifOrdered : 'UNAVAILABLE', code, message);

export const protocolBreach = (message: string): Failure => failure(REMOTE_NAME, 'UNKNOWN', 'PROTOCOL', message);

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const resultIn = <Name extends CallName>(name: Name, text: string): Result<ValueOf<Name>> => {
  const { success, data } = answerShape(name).safeParse(jsonIn(text));
  if (!success) return protocolBreach('The answer is none that the call can have');
  // The shape of the call's own value was checked.
  return data.ok ? { ok: true, value: data.value as ValueOf<Name> } : { ...data, provider: REMOTE_NAME };
};

const resultOf = <Name extends CallName>(name: Name, exchanged: Exchange): Result<ValueOf<Name>> => {
  switch (exchanged.kind) {
    case 'NOT_SENT':
      return exchanged.isLate
        ? failedAs(name, 'RETRYABLE', 'TIMEOUT', 'Too late to send')
        : failedAs(name, 'RETRYABLE', 'OTHER', 'Nobody could be reached, and nothing was sent');
    case 'LOST':
      return failedAs(name, 'UNKNOWN', 'TIMEOUT', 'No whole answer in time');
    case 'TOO_LARGE':
      return failedAs(name, 'UNKNOWN', 'PROTOCOL', `The answer has more than ${LARGEST_ANSWER_BYTES} bytes`);
    case 'ANSWERED':
      return answered(name, exchanged.status, exchanged.text);
  }
};

const answered = <Name extends CallName>(name: Name, status: number, text: string): Result<ValueOf<Name>> => {
  if (status === 200) return resultIn(name, text);
  // Refused before the call was looked at.
  if (status === 401) return failedAs(name, 'RETRYABLE', 'AUTH', 'The secret is not accepted');
  const providerCode = status.toString();
  if (status >= 500) return { ...failedAs(name, 'UNKNOWN', 'OTHER', 'The sandbox failed'), providerCode };
  return { ...protocolBreach('The sandbox does not take the call'), providerCode };
};

const troubleIn = (name: CallName, exchanged: Exchange, result: Result<unknown>): string | null => {
  if (exchanged.kind !== 'ANSWERED') return `${name}: ${exchanged.kind}`;
  if (exchanged.status !== 200) return `${name}: answered ${exchanged.status}`;
  return !result.ok && result.code === 'PROTOCOL' ? `${name}: an answer that cannot be` : null;
};

export const createAsk =
  ({ url, secret, clock, onTrouble }: RemoteOptions): Ask =>
  async (name, context, given, notAfter) => {
    const exchanged = await exchange({
      url: new URL(`${url}/${name}`),
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: written({ context, given }),
      ...{ clock, deadlineMs: context.deadlineMs, largestAnswerBytes: LARGEST_ANSWER_BYTES },
      notAfterMs: notAfter === undefined ? context.deadlineMs : Date.parse(notAfter),
    });
    const result = resultOf(name, exchanged);
    const trouble = troubleIn(name, exchanged, result);
    if (trouble !== null) onTrouble(`The sandbox's providers: ${trouble}`);
    return result;
  };

/** An answer about another key, or an order of another amount, is none (design: providers, rule 10). */
export const about = <Value>(result: Result<Value>, isAsked: (value: Value) => boolean): Result<Value> =>
  !result.ok || isAsked(result.value) ? result : protocolBreach('The answer is about something else');
