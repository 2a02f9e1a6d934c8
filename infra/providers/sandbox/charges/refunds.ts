import type { ChargeProvider, Refund, RefundRequest } from '../../../../commands/ports/providers/charge-provider';
import type { Result } from '../../../../commands/ports/result';
import { type BookKey, isBooked, momentIn, type Step } from '../book/sandbox-book';
import { ask, change, type Desk, failed, keyOf, notFound, order } from '../desk';
import {
  type ChargeState,
  chargeScenarioOf,
  leftOf,
  paymentsOf,
  type RefundEntry,
  type RefundPlace,
  refundAt,
} from './charge-timeline';

const refundIn = (charge: ChargeState | null, refundKey: string): RefundEntry | null =>
  charge?.refunds.find((refund) => refund.refundKey === refundKey) ?? null;

const answered = (charge: ChargeState, refund: RefundEntry): Result<Refund> =>
  chargeScenarioOf(charge).refund === 'UNANSWERED'
    ? failed('UNKNOWN', 'TIMEOUT', 'No answer in time')
    : { ok: true, value: refundAt(refund) };

/** Refunds at most the rest of one PIX, once per key. */
const refunding =
  (key: BookKey, { idempotencyKey, endToEndId, amount }: RefundRequest): Step<ChargeState, Result<Refund>> =>
  (charge, now) => {
    if (!isBooked(charge)) return { answer: failed('REJECTED', 'OTHER', 'There is no such charge') };
    const made = refundIn(charge, idempotencyKey);
    if (made !== null) return { answer: answered(charge, made) };
    const paid = paymentsOf(key, charge, momentIn(now, charge)).find((pix) => pix.endToEndId === endToEndId);
    if (paid === undefined || amount <= 0n || amount > leftOf(charge, paid)) {
      return { answer: failed('REJECTED', 'AMOUNT_OUT_OF_RANGE', 'There is not so much left of this PIX') };
    }
    const state = chargeScenarioOf(charge).refund === 'FAILED' ? 'FAILED' : 'DONE';
    const refund: RefundEntry = { refundKey: idempotencyKey, endToEndId, amountCents: amount.toString(), state };
    return { state: { ...charge, refunds: [...charge.refunds, refund] }, answer: answered(charge, refund) };
  };

/** Where the key leads comes first: a refund that nobody can ask about must not be. */
const placing =
  (chargeKey: string): Step<RefundPlace, Result<null>> =>
  (place) => ({ ...(place === null ? { state: { chargeKey } } : {}), answer: { ok: true, value: null } });

export const createRefunds = (desk: Desk): Pick<ChargeProvider, 'refund' | 'getRefund'> => ({
  refund: async (context, request) => {
    const { idempotencyKey, chargeKey, notAfter } = request;
    const placed = await order(desk, { context, kind: 'refund', key: idempotencyKey, notAfter }, placing(chargeKey));
    if (!placed.ok) return placed;
    return order(
      desk,
      { context, kind: 'charge', key: chargeKey, notAfter },
      refunding(keyOf(context, chargeKey), request),
    );
  },
  getRefund: (context, refundKey) =>
    ask(desk, context, async () => {
      const of = <State>(kind: 'refund' | 'charge', key: string) =>
        change<State, State | null>(desk, kind, keyOf(context, key), (answer) => ({ answer }));
      const place = await of<RefundPlace>('refund', refundKey);
      const made = place === null ? null : refundIn(await of<ChargeState>('charge', place.chargeKey), refundKey);
      return made === null ? notFound('refund') : { ok: true, value: refundAt(made) };
    }),
});
