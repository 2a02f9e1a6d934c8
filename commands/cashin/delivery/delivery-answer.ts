import type { DeliveryOutcome } from '../../../aggregates/cashin/commands';
import type { CashinFacts } from '../../../aggregates/cashin/state';
import { isEstimate } from '../../../aggregates/quote/price-gross';
import type { Alert } from '../../alerts/kinds';
import { textOf } from '../../handling/sending/failure-text';
import { isBreach } from '../../payout/outcome/payout-answer';
import type { Delivery, PreparedDelivery } from '../../ports/providers/crypto-delivery';
import type { Failure, FailureCode, Result } from '../../ports/providers/result';
import { streamOfCashin } from '../cashin-step';
import { isId, isTime, timeOf } from '../charge/answer-rules';

/** 2^256 has 78 digits: no chain has an amount with more. */
const MAXIMUM_DIGITS = 78;

/** A row can hold this many digits. */
const HEIGHT = /^\d{1,38}$/;

/** An event has no room for a longer transaction or order. */
const MAXIMUM_PREPARED = 100_000;

const STATES: readonly string[] = ['PREPARED', 'BROADCAST', 'REPLACED', 'CONFIRMED', 'FAILED'];

/** Definite failures after which another attempt may succeed. */
const RETRY_CLASS: ReadonlySet<FailureCode> = new Set(['INSUFFICIENT_FUNDS', 'OUT_OF_HOURS', 'RATE_LIMITED']);

export interface DeliveryQuestion {
  readonly facts: CashinFacts;
  readonly deliveryId: string;
  readonly provider: string;
  readonly alert: Alert;
}

/** An answer about another key, or an impossible one, counts as UNKNOWN and raises an alert. */
export const believedDelivery = (question: DeliveryQuestion, answer: Result<Delivery>): Result<Delivery> =>
  believed(question, answer, (delivery) => breachOf(question, delivery));

/** The prepared amount must be exactly the owed one; a converting provider may prepare any amount. */
export const believedPreparation = (
  question: DeliveryQuestion,
  answer: Result<PreparedDelivery>,
): Result<PreparedDelivery> =>
  believed(question, answer, ({ delivery, prepared }) => {
    const { facts } = question;
    if (prepared.length === 0 || prepared.length > MAXIMUM_PREPARED) return 'the prepared amount is zero or malformed';
    if (!isEstimate(facts) && delivery.amount !== BigInt(facts.amountBaseUnits))
      return 'the prepared amount differs from the order';
    const isLeaving = delivery.state !== 'PREPARED';
    if (isLeaving && isBelowFloor(facts, delivery)) return 'the sent amount is below the minimum';
    return breachOf(question, delivery);
  });

/** A repeated question gets the same bytes, so a lower amount is not sent: the PIX is refunded. */
export const isBelowFloor = (
  { minimumBaseUnits }: Pick<CashinFacts, 'minimumBaseUnits'>,
  { amount }: Pick<Delivery, 'amount'>,
): boolean => amount < BigInt(minimumBaseUnits);

export const BELOW_FLOOR = {
  ...{ kind: 'FAILED', code: 'BELOW_MINIMUM', message: 'The crypto amount would be below the minimum of the quote' },
  ...{ retryClass: false, isBeforeSending: true },
} as const satisfies DeliveryOutcome;

const believed = <Value>(
  { facts, provider, alert }: DeliveryQuestion,
  answer: Result<Value>,
  breachIn: (value: Value) => string | null,
): Result<Value> => {
  const breach = answer.ok ? breachIn(answer.value) : breachToldBy(answer);
  if (breach === null) return answer;
  const stream = streamOfCashin(facts.intentId);
  alert('A delivery provider gave an impossible answer', { stream, provider, detail: breach });
  return { ok: false, kind: 'UNKNOWN', code: 'PROTOCOL', provider, message: breach };
};

const breachToldBy = (answer: Failure): string | null => (isBreach(answer) ? answer.message : null);

const isUnits = (amount: unknown): boolean =>
  typeof amount === 'bigint' && amount >= 0n && amount.toString().length <= MAXIMUM_DIGITS;

/** The simulator's table uses the cost of the quote; a real provider may take the exchanged centavos. */
export const brlCentsOf = ({ mode, amountCents, exchangedCents }: CashinFacts): bigint =>
  BigInt(mode === 'sandbox' ? amountCents : exchangedCents);

const breachOf = ({ deliveryId, facts }: DeliveryQuestion, delivery: Delivery): string | null => {
  const { idempotencyKey, state, amount, txId, debited = 0n, networkFee = 0n, blockTime, blockNumber = '0' } = delivery;
  if (idempotencyKey !== deliveryId) return 'the answer has another key';
  if (!STATES.includes(state)) return 'the state is unknown';
  if (![amount, debited, networkFee].every(isUnits)) return 'the amount is malformed';
  if (debited > brlCentsOf(facts)) return 'the provider took more than the order allows';
  if (txId !== undefined && !isId(txId)) return 'the transaction id is malformed';
  if (state === 'CONFIRMED' && txId === undefined) return 'the transaction id is missing';
  if (!HEIGHT.test(blockNumber)) return 'the block number is missing';
  return blockTime === undefined || isTime(blockTime) ? null : 'the block time is missing';
};

/** Null: undecided, ask again. Only the provider's own definite word ends a delivery. */
export const outcomeOfDelivery = (answer: Result<Delivery>): DeliveryOutcome | null => {
  if (!answer.ok) return null;
  const { state, amount, txId, debited, networkFee, blockTime, blockNumber, failure } = answer.value;
  if (state === 'FAILED') return { ...failed(failure ?? NOT_SAID), ...(txId === undefined ? {} : { txId }) };
  if (state !== 'CONFIRMED') return null;
  return {
    ...{ kind: 'CONFIRMED', txId: txId ?? '', deliveredBaseUnits: amount.toString() },
    ...{ debitedCents: debited?.toString() ?? null, networkFeeBaseUnits: networkFee?.toString() ?? null },
    blockTime: blockTime === undefined ? null : timeOf(blockTime),
    ...(blockNumber === undefined ? {} : { blockNumber }),
  };
};

type Said = Pick<Failure, 'code' | 'providerCode'> & { readonly retryClass?: boolean };

const NOT_SAID: Said = { code: 'OTHER' };

export const failed = (said: Said): Extract<DeliveryOutcome, { readonly kind: 'FAILED' }> => ({
  ...{ kind: 'FAILED', code: said.code, message: DELIVERY_TEXTS[said.code] ?? textOf(said) },
  retryClass: said.retryClass === true || RETRY_CLASS.has(said.code),
});

const DELIVERY_TEXTS: Partial<Readonly<Record<FailureCode, string>>> = {
  OTHER: 'The crypto could not be delivered',
  ACCOUNT_BLOCKED: 'The wallet cannot receive the asset',
  INSUFFICIENT_FUNDS: 'The treasury has too little of the asset now',
  UNSUPPORTED: 'The delivery is not supported',
};
