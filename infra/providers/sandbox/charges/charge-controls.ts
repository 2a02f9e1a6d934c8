import { rejection } from '../../../../aggregates/rejection';
import { MAXIMUM_PAYMENTS } from '../../../../commands/cashin/believed-charge';
import type { Charge } from '../../../../commands/ports/providers/charge-provider';
import type { SandboxControls, SimulatedPix } from '../../../../commands/ports/sandbox-controls';
import { type BookKey, isBooked, momentIn } from '../book/sandbox-book';
import { change, type Desk } from '../desk';
import {
  type BookedCharge,
  type ChargeState,
  chargeCallback,
  chargeScenarioOf,
  disputesOf,
  paidBy,
  shownTaxId,
} from './charge-timeline';
import { shown } from './charges';

/** The PIX of its scenario, which may come after all others. */
const playedIn = (charge: ChargeState): number => (chargeScenarioOf(charge).pix === null ? 0 : 1);

/** Each call is another PIX, whatever became of the charge: banks let some late ones through. */
const paying = (key: BookKey, charge: BookedCharge, nowMs: number, pix: SimulatedPix): BookedCharge => {
  if (charge.paid.length + playedIn(charge) >= MAXIMUM_PAYMENTS) {
    throw rejection('WRONG_STATE', `A charge takes at most ${MAXIMUM_PAYMENTS} PIX here`);
  }
  const { amountCents, payerTaxId, paidAtMs = nowMs } = pix;
  const payerTaxIdMasked = payerTaxId === undefined ? charge.payerTaxIdMasked : (shownTaxId(payerTaxId) ?? '');
  const paid = paidBy(key, charge, {
    ...{ amountCents: amountCents?.toString() ?? charge.amountCents, payerTaxIdMasked, paidAtMs },
    isExpectedPayer: payerTaxIdMasked === charge.payerTaxIdMasked,
  });
  return { ...charge, paid: [...charge.paid, paid] };
};

/** The control calls of the simulated payers' bank; each answers null when the books hold no such charge. */
export const chargeControls = (desk: Desk): Pick<SandboxControls, 'payCharge' | 'decideDispute'> => {
  const controlled = (
    key: BookKey,
    step: (charge: BookedCharge, nowMs: number) => BookedCharge,
  ): Promise<Charge | null> =>
    change<ChargeState, Charge | null>(desk, 'charge', key, (charge, now) => {
      if (!isBooked(charge)) return { answer: null };
      const state = step(charge, momentIn(now, charge));
      const event = `control${state.paid.length}${state.disputeDecision ?? ''}`;
      return { state, callbacks: [chargeCallback(key, event, now.clockMs)], answer: shown(key, state, now) };
    });
  return {
    payCharge: (key, pix) => controlled(key, (charge, nowMs) => paying(key, charge, nowMs, pix)),
    decideDispute: (key, decision) =>
      controlled(key, (charge, nowMs) => {
        const isOpen = disputesOf(key, charge, nowMs).some(({ state }) => state === 'OPENED');
        return isOpen ? { ...charge, disputeDecision: decision } : charge;
      }),
  };
};
