import type { CashinFacts } from '../../../aggregates/cashin/state';
import type { Alert } from '../../alerts/kinds';
import type { Charge, ReceivedPix, ReportedDispute } from '../../ports/providers/charge-provider';
import type { Result } from '../../ports/providers/result';
import { streamOfCashin } from '../cashin-step';
import { isAmount, isId, isTime } from './answer-rules';

/** An operator has to look at more: no payer pays one charge so often. */
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
  alert('A provider of charges gave an answer that cannot be', {
    ...{ stream: streamOfCashin(intentId), provider, detail: breach },
  });
  return { ok: false, kind: 'UNKNOWN', code: 'PROTOCOL', provider, message: breach };
};

const breachOf = (facts: ChargeQuestion['facts'], charge: Charge): string | null => {
  const { idempotencyKey, state, amount, payments, split, disputes } = charge;
  if (idempotencyKey !== facts.intentId) return 'it is about another key';
  if (!STATES.includes(state)) return 'its state is none that we know';
  if (amount !== BigInt(facts.amountCents)) return 'it is about a charge of another amount';
  if (payments.length > MAXIMUM_PAYMENTS) return 'it tells of too many payments';
  if (!payments.every((pix) => isPix(pix, facts))) return 'one of its payments is none';
  if (state === 'PAID' && payments.length === 0) return 'it was paid, and nobody paid it';
  if (split !== undefined && !isAmount(split.amount)) return 'its split is none';
  if (disputes.length > MAXIMUM_DISPUTES) return 'it tells of too many disputes';
  return disputes.every(isDispute) ? null : 'one of its disputes is none';
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
    if (owner !== null && owner !== facts.intentId) return 'one of its payments came for another charge';
  }
  return null;
};
