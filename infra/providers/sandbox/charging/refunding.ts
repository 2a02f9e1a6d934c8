import type { ChargeProvider, Refund, RefundRequest } from '../../../../commands/ports/providers/charge-provider';
import type { CallContext, Result } from '../../../../commands/ports/result';
import { failure } from '../../failures';
import { momentIn, nowOf } from '../books/simulated-time';
import { type Charging, keyOf, NAME, notFound, tooLate, within } from './charge-desk';
import type { ChargeEntry, RefundEntry } from './charge-entry';
import { chargeScenarioOf, leftOf, paymentsOf, refundAt } from './charge-timeline';

const refundIn = (entry: ChargeEntry | null, refundKey: string): RefundEntry | null =>
  entry?.refunds.find((refund) => refund.refundKey === refundKey) ?? null;

/** Of one PIX no more than is left of it, once per key. */
const refund = async (
  charging: Charging,
  context: CallContext,
  { idempotencyKey, chargeKey, endToEndId, amount }: RefundRequest,
): Promise<Result<Refund>> => {
  const { charges, places } = charging;
  const key = keyOf(context, chargeKey);
  const now = await nowOf(charging, key);
  const nowMs = now.clockMs;
  // Where the key leads comes first: a refund that nobody can ask about must not be.
  await places.change(keyOf(context, idempotencyKey), nowMs, (place) => (place === null ? { chargeKey } : null));
  const kept = await charges.change(key, nowMs, (entry) => {
    if (entry === null || refundIn(entry, idempotencyKey) !== null) return null;
    const paid = paymentsOf(key, entry, momentIn(now, entry)).find((pix) => pix.endToEndId === endToEndId);
    if (paid === undefined || amount <= 0n || amount > leftOf(entry, paid)) return null;
    const state = chargeScenarioOf(entry).refund === 'FAILED' ? 'FAILED' : 'DONE';
    const made = { refundKey: idempotencyKey, endToEndId, amountCents: amount.toString(), state } as const;
    return { ...entry, refunds: [...entry.refunds, made] };
  });
  if (kept === null) return failure(NAME, 'REJECTED', 'OTHER', 'There is no such charge');
  const made = refundIn(kept, idempotencyKey);
  if (made === null) {
    return failure(NAME, 'REJECTED', 'AMOUNT_OUT_OF_RANGE', 'There is not so much left of this PIX');
  }
  if (chargeScenarioOf(kept).refund === 'UNANSWERED') {
    return failure(NAME, 'UNKNOWN', 'TIMEOUT', 'No answer in time');
  }
  return { ok: true, value: refundAt(made) };
};

const getRefund = async (charging: Charging, context: CallContext, refundKey: string): Promise<Result<Refund>> => {
  const place = await charging.places.find(keyOf(context, refundKey));
  const entry = place === null ? null : await charging.charges.find(keyOf(context, place.chargeKey));
  const made = refundIn(entry, refundKey);
  return made === null ? notFound('refund') : { ok: true, value: refundAt(made) };
};

export const createRefunds = (charging: Charging): Pick<ChargeProvider, 'refund' | 'getRefund'> => ({
  refund: async (context, request) => {
    if (tooLate(charging, context, request.notAfter)) return failure(NAME, 'RETRYABLE', 'TIMEOUT', 'Too late to send');
    return within(charging, context, 'UNKNOWN', () => refund(charging, context, request));
  },
  getRefund: (context, refundKey) =>
    within(charging, context, 'UNAVAILABLE', () => getRefund(charging, context, refundKey)),
});
