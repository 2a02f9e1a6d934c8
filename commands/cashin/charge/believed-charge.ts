import type { CashinFacts } from '../../../aggregates/cashin/state';
import type { Alert } from '../../alerts/kinds';
import type { Charge, ReceivedPix, ReportedDispute } from '../../ports/providers/charge-provider';
import type { Result } from '../../ports/providers/result';
import { streamOfCashin } from '../cashin-step';
import { isAmount, isId, isTime } from './answer-rules';

/** More payments need an operator: no payer pays one charge so often. */
export const MAXIMUM_PAYMENTS = 50;
const MAXIMUM_DISPUTES = 50;

const STATES: readonly string[] = ['ACTIVE', 'PAID', 'EXPIRED', 'CANCELLED'];
const DISPUTE_STATES: readonly string[] = ['OPENED', 'ACCEPTED', 'REJECTED', 'CANCELLED'];

/** Possible difference of clocks; a PIX from before the intent belongs to another payment. */
const CLOCKS_DIFFER_MS = 600_000;

export interface ChargeQuestion {
  readonly facts: Pick<CashinFacts, 'intentId' | 'amountCents' | 'chargeProvider' | 'createdAt'>;
  readonly alert: Alert;
  readonly intentOfPix: (endToEndId: string) => Promise<string | null>;
}

/** An answer about another charge, or an impossible one, counts as UNKNOWN and raises an alert. */
export const believedCharge = async (question: ChargeQuestion, answer: Result<Charge>): Promise<Result<Charge>> => {
  if (!answer.ok) return answer;
  const { facts, alert } = question;
  const breach = breachOf(facts, answer.value) ?? (await foreignPix(question, answer.value));
  if (breach === null) return answer;
  const { intentId, chargeProvider: provider } = facts;
  alert('A charge provider gave an impossible answer', {
    ...{ stream: streamOfCashin(intentId), provider, detail: breach },
  });
  return { ok: false, kind: 'UNKNOWN', code: 'PROTOCOL', provider, message: breach };
};

const breachOf = (facts: ChargeQuestion['facts'], charge: Charge): string | null => {
  const { idempotencyKey, state, amount, payments, split, disputes } = charge;
  if (idempotencyKey !== facts.intentId) return 'the answer has another key';
  if (!STATES.includes(state)) return 'the state is unknown';
  if (amount !== BigInt(facts.amountCents)) return 'the charge has another amount';
  if (payments.length > MAXIMUM_PAYMENTS) return 'the answer lists too many payments';
  if (!payments.every((pix) => isPix(pix, facts))) return 'a payment is malformed';
  if (state === 'PAID' && payments.length === 0) return 'the state is PAID, but the answer lists no payment';
  if (split !== undefined && !isAmount(split.amount)) return 'the split is malformed';
  if (disputes.length > MAXIMUM_DISPUTES) return 'the answer lists too many disputes';
  return disputes.every(isDispute) ? null : 'a dispute is malformed';
};

const isPix = (pix: ReceivedPix, { createdAt }: Pick<CashinFacts, 'createdAt'>): boolean => {
  const { endToEndId, amount, fee = 0n, paidAt, refunded } = pix;
  if (!isId(endToEndId) || !isAmount(amount) || amount === 0n || !isAmount(fee) || !isTime(paidAt)) return false;
  const isOfThisIntent = Date.parse(paidAt) >= Date.parse(createdAt) - CLOCKS_DIFFER_MS;
  return isOfThisIntent && isAmount(refunded) && refunded <= amount;
};

const isDispute = ({ disputeId, endToEndId, amount, state }: ReportedDispute): boolean =>
  isId(disputeId) && isId(endToEndId) && isAmount(amount) && DISPUTE_STATES.includes(state);

/** A bank uses an end-to-end id for one payment only, for ever: it cannot pay two charges. */
const foreignPix = async (
  { facts, intentOfPix }: ChargeQuestion,
  { payments }: Pick<Charge, 'payments'>,
): Promise<string | null> => {
  for (const { endToEndId } of payments) {
    const owner = await intentOfPix(endToEndId);
    if (owner !== null && owner !== facts.intentId) return 'a payment belongs to another charge';
  }
  return null;
};
