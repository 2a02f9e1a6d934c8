import { rejection } from '../../../../aggregates/rejection';
import { MAXIMUM_PAYMENTS } from '../../../../commands/cashin/believed-charge';
import type { Charge } from '../../../../commands/ports/providers/charge-provider';
import type { DisputeDecision, SimulatedPix } from '../../../../commands/ports/sandbox-controls';
import type { BookKey } from '../books/books';
import { momentIn, nowOf } from '../books/simulated-time';
import { type Charging, paidBy } from './charge-desk';
import type { ChargeEntry } from './charge-entry';
import { chargeAt, chargeScenarioOf, disputesOf, shownTaxId } from './charge-timeline';

/** The control calls. Each answers null when the books hold no such charge. */
export interface ChargeControl {
  /** Each call is another PIX, whatever became of the charge: banks let some late ones through. */
  readonly pay: (key: BookKey, pix: SimulatedPix) => Promise<Charge | null>;
  /** Forgets the partner's charges and refunds. */
  readonly reset: (partnerId: string) => Promise<void>;
  /** Only of a dispute that is open. */
  readonly decideDispute: (key: BookKey, decision: DisputeDecision) => Promise<Charge | null>;
}

/** The PIX of its scenario, which may come after all others. */
const playedIn = (entry: ChargeEntry): number => (chargeScenarioOf(entry).pix === null ? 0 : 1);

export const createChargeControl = (charging: Charging): ChargeControl => {
  const change = async (
    key: BookKey,
    step: (entry: ChargeEntry, nowMs: number) => ChargeEntry,
  ): Promise<Charge | null> => {
    const { charges, plan } = charging;
    const now = await nowOf(charging, key);
    const kept = await charges.change(key, now.clockMs, (entry) =>
      entry === null || entry.bookedAtMs === null ? null : step(entry, momentIn(now, entry)),
    );
    if (kept === null || kept.bookedAtMs === null) return null;
    await plan(key, `control${kept.paid.length}${kept.disputeDecision ?? ''}`, now.clockMs);
    return chargeAt(key, kept, momentIn(now, kept));
  };
  return {
    reset: async (partnerId) => {
      await Promise.all([charging.charges.empty(partnerId), charging.places.empty(partnerId)]);
    },
    pay: (key, { amountCents, payerTaxId, paidAtMs }) =>
      change(key, (entry, nowMs) => {
        if (entry.paid.length + playedIn(entry) >= MAXIMUM_PAYMENTS) {
          throw rejection('WRONG_STATE', `A charge takes at most ${MAXIMUM_PAYMENTS} PIX here`);
        }
        const payerTaxIdMasked = payerTaxId === undefined ? entry.payerTaxIdMasked : (shownTaxId(payerTaxId) ?? '');
        const pix = {
          ...{ amountCents: amountCents?.toString() ?? entry.amountCents, payerTaxIdMasked },
          ...{ isExpectedPayer: payerTaxIdMasked === entry.payerTaxIdMasked, paidAtMs: paidAtMs ?? nowMs },
        };
        return { ...entry, paid: [...entry.paid, paidBy(key, entry, pix)] };
      }),
    decideDispute: (key, decision) =>
      change(key, (entry, nowMs) => {
        const isOpen = disputesOf(key, entry, nowMs).some(({ state }) => state === 'OPENED');
        return isOpen ? { ...entry, disputeDecision: decision } : entry;
      }),
  };
};
