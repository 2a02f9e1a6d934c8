import { buildStaticBrCode } from '../../../../aggregates/codes/build-br-code';
import { rejection } from '../../../../aggregates/rejection';
import { MAXIMUM_PAYMENTS } from '../../../../commands/cashin/charge/believed-charge';
import type {
  Charge,
  ChargeProvider,
  ChargeRequest,
  Refund,
  RefundRequest,
} from '../../../../commands/ports/providers/charge-provider';
import type { Result } from '../../../../commands/ports/providers/result';
import type { SandboxControls, SimulatedPix } from '../../../../commands/ports/providers/sandbox-controls';
import {
  type At,
  callbackOf,
  type Desk,
  failed,
  iso,
  NAME,
  notFound,
  rowsOf,
  SANDBOX_ID_PREFIX,
  type Step,
} from '../desk';
import { chooseRow, isBooked, take } from '../scenarios';
import { CHARGES } from './charge-scenarios';
import {
  type BookedCharge,
  type ChargeState,
  chargeCallbacks,
  chargeDigest,
  paidBy,
  paymentsOf,
  type RefundEntry,
  scenarioOf,
  shownCharge,
  shownRefund,
  shownTaxId,
} from './charge-state';

const newCharge = (request: ChargeRequest, payerTaxIdMasked: string, settleDelayMs: number, at: At): ChargeState => {
  const { amount, split, scenario, expiresAt } = request;
  const digest = chargeDigest(at);
  const txid = `sbx${digest.slice(0, 22)}`;
  const payee = { key: 'cobranca@sandbox.example', payeeName: 'SANDBOX SEM VALOR', payeeCity: 'SAO PAULO' };
  return {
    ...{ providerId: `${SANDBOX_ID_PREFIX}chg_${digest.slice(0, 32)}`, txid, payerTaxIdMasked, settleDelayMs },
    brCode: buildStaticBrCode({ ...payee, amountCents: amount, txid }),
    ...{ amountCents: amount.toString(), splitCents: split?.amount.toString() ?? null, calls: 0 },
    ...{ scenario: chooseRow(CHARGES, scenario, amount).name, expiresAtMs: Date.parse(expiresAt) },
    ...{ bookedAtMs: null, bookedAheadMs: 0, cancelledAtMs: null, paid: [], refunds: [], disputeDecision: null },
  };
};

const creating =
  (request: ChargeRequest, settleDelayMs: number): Step<ChargeState, Result<Charge>> =>
  (before, at) => {
    const { amount, split, expiresAt } = request;
    const payer = shownTaxId(request.payer.taxId);
    const isSplitSound = split === undefined || split.amount < amount;
    if (payer === null || amount <= 0n || !isSplitSound || Date.parse(expiresAt) <= at.clockMs) {
      return { answer: failed('REJECTED', 'UNSUPPORTED', 'No bank creates such a charge') };
    }
    const known = before ?? newCharge(request, payer, settleDelayMs, at);
    return take({ known, ...scenarioOf(known), amount, show: shownCharge, callbacks: chargeCallbacks }, at);
  };

/** An earlier payment is valid: then nothing is cancelled. */
const cancelling: Step<ChargeState, Result<Charge>> = (charge, at) => {
  if (!isBooked(charge)) return { answer: notFound('charge') };
  const answered = (shown: BookedCharge) => ({ answer: { ok: true, value: shownCharge(shown, at) } as const });
  if (charge.cancelledAtMs !== null || paymentsOf(charge, at).length > 0) return answered(charge);
  const paidAtMs = Math.min(at.nowMs, charge.expiresAtMs);
  const met = scenarioOf(charge).paidAtCancel ? paidBy(charge, at, { paidAtMs }) : charge;
  const state = { ...met, cancelledAtMs: at.nowMs };
  return { state, ...answered(state) };
};

const refundIn = (charge: ChargeState | null, refundKey: string): RefundEntry | null =>
  charge?.refunds.find((refund) => refund.refundKey === refundKey) ?? null;

/** Refunds at most the rest of one PIX, once per key. */
const refunding =
  ({ idempotencyKey: refundKey, endToEndId, amount }: RefundRequest): Step<ChargeState, Result<Refund>> =>
  (charge, at) => {
    if (!isBooked(charge)) return { answer: failed('REJECTED', 'OTHER', 'No charge has this key') };
    const { refund: fate } = scenarioOf(charge);
    const answered = (refund: RefundEntry): Result<Refund> =>
      fate === 'UNANSWERED'
        ? failed('UNKNOWN', 'TIMEOUT', 'The answer did not arrive in time')
        : { ok: true, value: shownRefund(refund) };
    const made = refundIn(charge, refundKey);
    if (made !== null) return { answer: answered(made) };
    const paid = shownCharge(charge, at).payments.find((pix) => pix.endToEndId === endToEndId);
    if (paid === undefined || amount <= 0n || amount > paid.amount - paid.refunded) {
      return { answer: failed('REJECTED', 'AMOUNT_OUT_OF_RANGE', 'The refund exceeds the rest of this PIX') };
    }
    const state = fate === 'FAILED' ? 'FAILED' : 'DONE';
    const refund: RefundEntry = { refundKey, endToEndId, amountCents: amount.toString(), state };
    return { state: { ...charge, refunds: [...charge.refunds, refund] }, answer: answered(refund) };
  };

const refundsOf = (desk: Desk): Pick<ChargeProvider, 'refund' | 'getRefund'> => {
  const { ask, order } = rowsOf<ChargeState>(desk, 'charge');
  return {
    refund: (context, request) => {
      const { chargeKey, notAfter } = request;
      return order(context, chargeKey, refunding(request), { notAfter });
    },
    getRefund: (context, { chargeKey, idempotencyKey }) =>
      ask(context, chargeKey, (charge) => {
        const made = refundIn(charge, idempotencyKey);
        return { answer: made === null ? notFound('refund') : { ok: true, value: shownRefund(made) } };
      }),
  };
};

export const createCharges = (desk: Desk): ChargeProvider => {
  const { ask, order, list } = rowsOf<ChargeState>(desk, 'charge');
  return {
    ...{ name: NAME, mode: 'sandbox', kinds: ['PIX', 'PIX_SPLIT'], idempotency: 'NATIVE' },
    create: (context, request) => {
      const { idempotencyKey, notAfter } = request;
      return order(context, idempotencyKey, creating(request, desk.settleDelayMs), { notAfter });
    },
    get: (context, { idempotencyKey }) =>
      ask(context, idempotencyKey, (charge, at) => ({
        answer: isBooked(charge) ? { ok: true, value: shownCharge(charge, at) } : notFound('charge'),
      })),
    cancel: (context, { idempotencyKey }) => ask(context, idempotencyKey, cancelling),
    ...refundsOf(desk),
    // Reads all charges: each may be paid long after it was opened.
    listCredits: (context, from, to) =>
      list(context, { fromMs: 0, toMs: Date.parse(to) }, (charge, at) => {
        const payments = isBooked(charge) ? paymentsOf(charge, at) : [];
        return payments
          .filter(({ paidAtMs }) => paidAtMs >= Date.parse(from) && paidAtMs < Date.parse(to))
          .map(({ endToEndId, amountCents, paidAtMs }) => ({
            ...{ endToEndId, chargeKey: at.key.idempotencyKey, amount: BigInt(amountCents), at: iso(paidAtMs) },
          }));
      }),
  };
};

/** Each call is another PIX in any state of the charge: banks accept some late ones. */
const paying = (charge: BookedCharge, at: At, pix: SimulatedPix): BookedCharge => {
  // The PIX of the scenario may be the last one.
  const played = scenarioOf(charge).pix === null ? 0 : 1;
  if (charge.paid.length + played >= MAXIMUM_PAYMENTS) {
    throw rejection('WRONG_STATE', `A charge takes at most ${MAXIMUM_PAYMENTS} PIX here`);
  }
  const { amountCents = BigInt(charge.amountCents), payerTaxId, paidAtMs = at.nowMs } = pix;
  const payerTaxIdMasked = payerTaxId === undefined ? charge.payerTaxIdMasked : (shownTaxId(payerTaxId) ?? '');
  const isExpectedPayer = payerTaxIdMasked === charge.payerTaxIdMasked;
  return paidBy(charge, at, { amountCents: amountCents.toString(), payerTaxIdMasked, isExpectedPayer, paidAtMs });
};

export const chargeControls = (desk: Desk): Pick<SandboxControls, 'payCharge' | 'decideDispute'> => {
  const { control } = rowsOf<ChargeState>(desk, 'charge');
  const changed = <Answer>(state: BookedCharge, at: At, answer: Answer) => {
    const event = `control${state.paid.length}${state.disputeDecision ?? ''}`;
    return { state, callbacks: [callbackOf('charge.changed', at, { event, dueAtMs: at.clockMs })], answer };
  };
  const booked = (charge: ChargeState | null): BookedCharge => {
    if (!isBooked(charge)) throw rejection('WRONG_STATE', 'The provider has no such charge');
    return charge;
  };
  return {
    payCharge: (key, pix) =>
      control(key, (charge, at) => {
        const state = paying(booked(charge), at, pix);
        return changed(state, at, shownCharge(state, at));
      }),
    decideDispute: (key, decision) =>
      control(key, (before, at) => {
        const charge = booked(before);
        const [dispute] = shownCharge(charge, at).disputes;
        if (dispute === undefined) throw rejection('WRONG_STATE', 'The PIX of this charge is not disputed');
        if (dispute.state === decision) return { answer: dispute };
        if (dispute.state !== 'OPENED') throw rejection('WRONG_STATE', `The dispute is ${dispute.state} already`);
        return changed({ ...charge, disputeDecision: decision }, at, { ...dispute, state: decision });
      }),
  };
};
