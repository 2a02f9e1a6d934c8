import { cashin } from '../../../aggregates/cashin/cashin';
import { fold } from '../../../aggregates/decider';
import { deliveryIdOf } from '../../../commands/handling/deterministic-ids';
import { balanceOf } from './books';
import type { Findings } from './demand';
import { type Evidence, ofType, type Streams } from './evidence';
import { BRL } from './postings';

const PATH = /^ACTIVE( COMPLETED| EXPIRED| FAILED)?$/;

export const checkCashinPaths = ({ ofCashins }: Streams, { holds }: Findings): void => {
  for (const [stream, history] of ofCashins) {
    const statuses = history.map((_, index) => fold(cashin, history.slice(0, index + 1)).status);
    const path = statuses.filter((status, index) => status !== statuses[index - 1]).join(' ');
    holds('a cash-in goes its way', PATH.test(path), stream, path);
    holds('a cash-in takes one PIX', ofType(history, 'PixAccepted').length <= 1, stream);
    for (const { data } of ofType(history, 'CashinExpired'))
      holds(
        'EXPIRED comes after cancel and question',
        data.askedAt >= data.cancelledAt && data.cancelledAt >= data.expiresAt,
        stream,
      );
  }
};

const MOST_ATTEMPTS = 5;

/** At most one delivery, for an accepted PIX; a completed one arrived, a failed one did not. */
export const checkDeliveries = (evidence: Evidence, { holds, equal }: Findings): void => {
  const { deliveries } = evidence.world;
  const arrived = deliveries.arrived();
  for (const [stream, history] of evidence.ofCashins) {
    const [created] = ofType(history, 'CashinIntentCreated');
    if (created === undefined) continue;
    const { intentId, destination } = created.data;
    const keys = Array.from({ length: MOST_ATTEMPTS }, (_, attempt) => deliveryIdOf(intentId, attempt + 1));
    const own = arrived.filter(({ key }) => keys.includes(key));
    holds('at most one delivery', own.length <= 1, stream, own.length);
    if (own.length > 0) holds('nothing is delivered for nothing', ofType(history, 'PixAccepted').length === 1, stream);
    const { status } = fold(cashin, history);
    const mayStillArrive = keys.some(deliveries.isUnderWay);
    if (status === 'FAILED' || status === 'EXPIRED')
      holds('what has failed was not delivered', own.length === 0 && !mayStillArrive, stream);
    for (const { data } of ofType(history, 'DeliveryConfirmed')) {
      const told = [{ key: data.deliveryId, amount: BigInt(data.deliveredBaseUnits), destination }];
      equal('what is confirmed arrived', own, told, stream);
    }
  }
};

/** Each PIX, refund and dispute is in the books once and to the cent. */
export const checkCharges = (evidence: Evidence, { holds, equal }: Findings): void => {
  const entries = evidence.world.charges.books.entries();
  for (const [stream, history] of evidence.ofCashins) {
    const [created] = ofType(history, 'CashinIntentCreated');
    if (created === undefined) continue;
    const { intentId } = created.data;
    const entry = entries.get(intentId);
    const payments = entry?.payments ?? [];
    const told = ofType(history, 'PixReceived').map(({ data }) => `${data.endToEndId} ${data.amountCents}`);
    const came = payments.map(({ endToEndId, amount }) => `${endToEndId} ${amount}`);
    equal('what came in was received, each PIX once', told.sort(), came.sort(), stream);
    const refunds = (entry?.refunds ?? []).filter(({ isRefused }) => !isRefused);
    const taken = (entry?.disputes ?? []).filter(({ state }) => state !== 'REJECTED');
    for (const { endToEndId, amount } of payments) {
      const gone = [...refunds, ...taken].filter((each) => each.endToEndId === endToEndId);
      holds('of a PIX no more goes back than came', sumOf(gone) <= amount, stream, endToEndId);
    }
    const isContradicted = ofType(history, 'CashinContradicted').length > 0;
    if (isContradicted) {
      holds('a person was told of a contradiction', evidence.told.has(stream) || evidence.world.mayBeUntold(), stream);
      continue;
    }
    // The truth of the bank, whatever it reported.
    const split = entry?.isSplit === true && payments.length > 0 ? (entry.request.split?.amount ?? 0n) : 0n;
    const spent = ofType(history, 'DeliveryConfirmed').reduce(
      (sum, { data }) => sum + BigInt(data.debitedCents ?? '0'),
      0n,
    );
    const left = sumOf(payments) - sumOf(refunds) - sumOf(taken) - split - spent;
    const booked = balanceOf(evidence.books, 'bank', intentId, BRL);
    const open = balanceOf(evidence.books, 'refund-in-flight', intentId, BRL);
    // Only an operator learns the outcome of a refund that the provider does not report.
    if (open !== 0n) holds('a person was told of a refund that does not end', evidence.told.has(stream), stream);
    else equal('what is booked came and went, to the cent', booked, left, stream);
    const { status } = fold(cashin, history);
    holds(
      'no cash-in is open for ever',
      status !== 'ACTIVE' || evidence.told.has(stream),
      stream,
      history.at(-1)?.type,
    );
  }
};

const sumOf = (amounts: readonly { readonly amount: bigint }[]): bigint =>
  amounts.reduce((sum, { amount }) => sum + amount, 0n);
