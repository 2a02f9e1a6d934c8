import type { Charge } from '../../../../commands/ports/providers/charge-provider';
import type { BookKey } from '../books/books';
import { type Charging, paidBy } from './charge-desk';
import type { ChargeEntry } from './charge-entry';
import { chargeAt, paymentsOf, shownTaxId } from './charge-timeline';

export interface ControlledPix {
  /** Absent: exactly what is asked, by its payer, now. */
  readonly amountCents?: bigint;
  readonly payerTaxId?: string;
  readonly paidAtMs?: number;
}

/** The control calls. Each answers null when the books hold no such charge. */
export interface ChargeControl {
  /** Each call is another PIX, whatever became of the charge: banks let some late ones through. */
  readonly pay: (key: BookKey, pix: ControlledPix) => Promise<Charge | null>;
  /** Only of a dispute that is open. */
  readonly decideDispute: (key: BookKey, decision: 'ACCEPTED' | 'REJECTED') => Promise<Charge | null>;
}

export const createChargeControl = ({ charges, clock }: Charging): ChargeControl => {
  const change = async (
    key: BookKey,
    step: (entry: ChargeEntry, nowMs: number) => ChargeEntry,
  ): Promise<Charge | null> => {
    const nowMs = clock.now();
    const kept = await charges.change(key, nowMs, (entry) =>
      entry === null || entry.bookedAtMs === null ? null : step(entry, nowMs),
    );
    return kept === null || kept.bookedAtMs === null ? null : chargeAt(key, kept, nowMs);
  };
  return {
    pay: (key, { amountCents, payerTaxId, paidAtMs }) =>
      change(key, (entry, nowMs) => {
        const payerTaxIdMasked = payerTaxId === undefined ? entry.payerTaxIdMasked : (shownTaxId(payerTaxId) ?? '');
        const pix = {
          ...{ amountCents: amountCents?.toString() ?? entry.amountCents, payerTaxIdMasked },
          ...{ isExpectedPayer: payerTaxIdMasked === entry.payerTaxIdMasked, paidAtMs: paidAtMs ?? nowMs },
        };
        return { ...entry, paid: [...entry.paid, paidBy(key, entry, pix)] };
      }),
    decideDispute: (key, decision) =>
      change(key, (entry, nowMs) => {
        const isOpen = paymentsOf(key, entry, nowMs).length > 0 && entry.disputeDecision === null;
        return isOpen ? { ...entry, disputeDecision: decision } : entry;
      }),
  };
};
