import type { Alert } from '../../alerts/kinds';
import type { Payout } from '../../ports/providers/payout-provider';
import type { Failure, Result } from '../../ports/providers/result';

export interface Question {
  readonly provider: string;
  readonly providerKey: string;
  readonly amountCents: bigint;
}

/** More digits than a row can hold are no amount. */
const MAXIMUM_DIGITS = 38;

const STATES: readonly string[] = ['CREATED', 'ACCEPTED', 'PROCESSING', 'SETTLED', 'FAILED', 'RETURNED'];

/** An answer about another key or order, or in an unknown state, is UNKNOWN. Another paid amount is passed on. */
export const believed = (alert: Alert, stream: string, question: Question, answer: Result<Payout>): Result<Payout> => {
  const { provider, providerKey } = question;
  const breach = answer.ok ? breachOf(question, answer.value) : refusedByAdapter(answer);
  if (breach === null) return answer;
  alert('A payout provider gave an impossible answer', { stream, providerKey, provider, detail: breach });
  return answer.ok ? protocolFailure(provider, breach) : answer;
};

/** The provider gave an impossible answer, which is more than no answer: it may have paid. */
export const isBreach = (answer: Result<unknown>): boolean => !answer.ok && answer.code === 'PROTOCOL';

/** The provider has the order, but has not executed it. */
export const isUnapproved = (answer: Result<unknown>): boolean =>
  !answer.ok && answer.kind === 'NOT_FOUND' && answer.code === 'UNAPPROVED';

const refusedByAdapter = (answer: Failure): string | null =>
  isBreach(answer) ? 'the adapter reports a breach of the protocol' : null;

const breachOf = ({ providerKey, amountCents }: Question, payout: Payout): string | null => {
  const { idempotencyKey, state, amount, returnedAmount = 0n, fee = 0n } = payout;
  if (idempotencyKey !== providerKey) return 'the answer has another key';
  if (!STATES.includes(state)) return 'the state is unknown';
  if (isTooLong(amount) || isTooLong(returnedAmount)) return 'the amount is malformed';
  if (fee < 0n || isTooLong(fee)) return 'the fee is malformed';
  const isPaid = state === 'SETTLED' || state === 'RETURNED';
  return isPaid || amount === amountCents ? null : 'the order has another amount';
};

const isTooLong = (amount: bigint): boolean => amount.toString().length > MAXIMUM_DIGITS;

const protocolFailure = (provider: string, message: string): Failure => ({
  ok: false,
  kind: 'UNKNOWN',
  code: 'PROTOCOL',
  provider,
  message,
});

export const asked = async <Value>(
  provider: string,
  question: () => Promise<Result<Value>>,
): Promise<Result<Value>> => {
  try {
    return await question();
  } catch {
    return { ok: false, kind: 'UNAVAILABLE', code: 'OTHER', provider, message: 'The call ended in an error' };
  }
};
