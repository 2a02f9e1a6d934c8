import { cashout } from '../../../aggregates/cashout/cashout';
import { fold } from '../../../aggregates/decider';
import type { PayoutTerms } from '../../../aggregates/quote/events';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import type { Payout } from '../../../commands/ports/providers/payout-provider';
import { balanceOf } from './books';
import type { Findings } from './demand';
import { type Evidence, ofType } from './evidence';
import { type PaidOut, paidOutIn } from './payout-end';
import { BRL } from './postings';

/** A payment that the bank is asked to make. */
interface Owing {
  readonly stream: string;
  readonly id: string;
  readonly keys: readonly string[];
  readonly terms: PayoutTerms;
  readonly end: 'PAID' | 'UNPAID' | 'OPEN';
  /** True when the bank contradicted itself about the payment: only an operator knows the outcome. */
  readonly isContradicted: boolean;
  /** Centavos that an issuer paid into the same account for the payment. */
  readonly issuerCents: bigint;
  readonly paidOut: PaidOut;
}

const ENDS = { COMPLETED: 'PAID', PROCESSING: 'OPEN', PAYING: 'OPEN' } as const;

const endOf = (status: string): Owing['end'] =>
  (ENDS as { readonly [status: string]: Owing['end'] })[status] ?? 'UNPAID';

const owingIn = ({ ofCashouts, ofWithdrawals }: Evidence): readonly Owing[] => [
  ...[...ofCashouts].flatMap(([stream, history]): readonly Owing[] => {
    const [created] = ofType(history, 'CashoutIntentCreated');
    if (created === undefined) return [];
    const keys = ofType(history, 'PayoutRequested').map(({ data }) => data.providerKey);
    const isContradicted = ofType(history, 'PayoutContradicted').length > 0;
    const { intentId: id, payout: terms } = created.data;
    const end = endOf(fold(cashout, history).status);
    return [{ stream, id, keys, terms, end, isContradicted, issuerCents: 0n, paidOut: paidOutIn(history) }];
  }),
  ...[...ofWithdrawals].flatMap(([stream, history]): readonly Owing[] => {
    const [requested] = ofType(history, 'WithdrawalRequested');
    if (requested === undefined) return [];
    const keys = ofType(history, 'PayoutRequested').map(({ data }) => data.providerKey);
    const isContradicted = ofType(history, 'PayoutContradicted').length > 0;
    const { withdrawId: id, payout: terms } = requested.data;
    const [settled] = ofType(history, 'RedemptionSettled');
    const issuerCents = BigInt(settled?.data.debit.issuerCents ?? '0');
    const end = endOf(fold(withdrawal, history).status);
    return [{ stream, id, keys, terms, end, isContradicted, issuerCents, paidOut: paidOutIn(history) }];
  }),
];

const sumOf = (cents: readonly bigint[]): bigint => cents.reduce((sum, each) => sum + each, 0n);

const backOf = ({ returnedAmount = 0n }: Payout): bigint => returnedAmount;

/**
 * 1, 21 and 22: the bank made at most one payment that did not come back, and more only where operators paid again.
 * A completed payment was paid, a failed payment was not.
 */
const checkOne = (evidence: Evidence, owing: Owing, paid: readonly Payout[], { holds, equal }: Findings): void => {
  const { stream, id, end, isContradicted, issuerCents, paidOut } = owing;
  const standing = paid.filter((payout) => backOf(payout) < payout.amount);
  holds('at most one settled payout', standing.length <= 1, stream, standing.length);
  holds('nothing is paid again but what came back', paid.length <= 1 + paidOut.again, stream, paid.length);
  if (end === 'PAID') holds('what is completed was paid', paid.length > 0, stream);
  if (end === 'UNPAID') equal('what has failed was not paid', paid.length, 0, stream);
  if (isContradicted) {
    holds('a person was told of a contradiction', evidence.told.has(stream) || evidence.world.mayBeUntold(), stream);
    return;
  }
  // An open payment is left to the operator who was notified.
  if (end === 'OPEN' || paidOut.isUnderWay) {
    holds('a person was told of what does not end', evidence.told.has(stream), stream);
    return;
  }
  const truth = sumOf(paid.map(({ amount }) => amount));
  const { returned, handedOver } = paidOut;
  const booked = issuerCents - balanceOf(evidence.books, 'bank', id, BRL) + returned - handedOver;
  equal('what is booked was paid, to the cent', booked, truth, stream);
  const cameBack = sumOf(paid.map(backOf));
  holds('what came back had come back', returned <= cameBack, stream, returned, cameBack);
};

export const checkBank = (evidence: Evidence, findings: Findings): void => {
  const all = owingIn(evidence);
  const byKey = new Map<string, Payout[]>();
  for (const payout of evidence.paid) {
    byKey.set(payout.idempotencyKey, [...(byKey.get(payout.idempotencyKey) ?? []), payout]);
  }
  for (const owing of all) {
    const paid = owing.keys.flatMap((key) => byKey.get(key) ?? []);
    for (const key of owing.keys) byKey.delete(key);
    checkOne(evidence, owing, paid, findings);
  }
  findings.equal('the bank pays nothing that nobody owes', [...byKey.keys()], []);
};

/** 2: an order on the line equals the first event, and was dispatched. */
export const checkOrders = async (evidence: Evidence, { holds, equal }: Findings): Promise<void> => {
  const { bank, deps } = evidence.world;
  const byKey = new Map(owingIn(evidence).flatMap((owing) => owing.keys.map((key) => [key, owing] as const)));
  const dispatched = new Set(
    evidence.log.flatMap(({ type, data }) => (type === 'PayoutDispatched' ? [data.providerKey] : [])),
  );
  for (const order of bank.sent) {
    const owing = byKey.get(order.idempotencyKey);
    holds('nothing is sent that was not dispatched', dispatched.has(order.idempotencyKey), order.idempotencyKey);
    if (owing === undefined) continue;
    equal('an order is of what is owed', order.amount.toString(), owing.terms.amountCents, owing.stream);
    const instruction = await deps.vault.open(owing.terms.instruction);
    equal('an order is for whom it is owed', order.method, JSON.parse(instruction ?? 'null'), owing.stream);
  }
};
